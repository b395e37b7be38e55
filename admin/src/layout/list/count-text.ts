import { LIST_TEXTS, ROW_NOUNS, SEARCH } from '@kidlab/contract';

const numbers = new Intl.NumberFormat('en-US');

/** Long lists are not counted to their end: above the limit, the total means "at least so many". */
export function isCounted(total: number): boolean {
  return total <= SEARCH.countedUpTo;
}

/** `1 family`, `3 families`, `more than 1,000 families`. @param resource whose rows they are. */
export function countText(total: number, resource: string): string {
  const nouns: Readonly<Record<string, readonly [string, string]>> = ROW_NOUNS;
  const [one, several] = nouns[resource] ?? ROW_NOUNS.rows;
  if (!isCounted(total)) {
    return `${LIST_TEXTS.moreThan} ${numbers.format(SEARCH.countedUpTo)} ${several}`;
  }
  return `${numbers.format(total)} ${total === 1 ? one : several}`;
}

/** `26–50 of 319`, `26–50 of more than 1,000`. */
export function rangeText(from: number, to: number, total: number): string {
  const end = isCounted(total)
    ? numbers.format(total)
    : `${LIST_TEXTS.moreThan} ${numbers.format(SEARCH.countedUpTo)}`;
  return `${numbers.format(from)}–${numbers.format(to)} ${LIST_TEXTS.of} ${end}`;
}
