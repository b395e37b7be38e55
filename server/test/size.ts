/** Whether the long forms were requested: `npm test -- --long`. */
export const IS_LONG = process.env['KIDLAB_TESTS'] === 'long';

/** A number for the short form of a test, or for its long form. */
export function scaled(short: number, long: number): number {
  return IS_LONG ? long : short;
}
