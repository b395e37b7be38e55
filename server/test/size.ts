/** Whether the long forms were asked for: `npm test -- --long`. */
export const IS_LONG = process.env['KIDLAB_TESTS'] === 'long';

/** So many of something: in the short form of a test, and in its long form. */
export function scaled(short: number, long: number): number {
  return IS_LONG ? long : short;
}
