const NUMBERS = new Intl.NumberFormat('en-US');

/** `1,200` */
export function countOf(count: number): string {
  return NUMBERS.format(count);
}

/** `1 child`, `1,200 children`. @param several left out, an "s" is added. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${countOf(count)} ${count === 1 ? one : several}`;
}
