import { LIST_TEXTS, SEARCH } from '@kidlab/contract';

const numbers = new Intl.NumberFormat('en-US');

/** Long lists are not counted to their end: above the limit, the total means "at least so many". */
export function isCounted(total: number): boolean {
  return total <= SEARCH.countedUpTo;
}

/** `3 found`, `more than 1,000 found`. */
export function countText(total: number): string {
  return isCounted(total)
    ? `${numbers.format(total)} ${LIST_TEXTS.found}`
    : `${LIST_TEXTS.moreThan} ${numbers.format(total - 1)} ${LIST_TEXTS.found}`;
}

/** `26–50 of 319`, `26–50 of more than 1,000`. */
export function rangeText(from: number, to: number, total: number): string {
  const end = isCounted(total)
    ? numbers.format(total)
    : `${LIST_TEXTS.moreThan} ${numbers.format(total - 1)}`;
  return `${numbers.format(from)}–${numbers.format(to)} ${LIST_TEXTS.of} ${end}`;
}
