import type { Statement } from './statements.js';

/** The setting that holds the value of `$1`, `$2`, … */
const settingOf = (place: number): string => `kidlab.value${String(place)}`;

/**
 * A statement for what takes no values (COPY): they are settings of the transaction, so that here, too, nothing a person sent
 * becomes text of a statement. Numbers stand in it.
 * @param statement with values that are text or numbers.
 * @returns `settings` sets them, in the same transaction; `null` when there are none.
 * @throws TypeError for any other value: a setting is text.
 */
export function valuesAsSettings({ text, values }: Statement): {
  text: string;
  settings: Statement | null;
} {
  const written: string[] = [];
  const texts: string[] = [];
  const set: string[] = [];
  for (const value of values) {
    const setting = settingOf(written.length + 1);
    if (typeof value === 'number' && Number.isFinite(value)) {
      written.push(`(${String(value)})`);
    } else if (typeof value === 'string') {
      written.push(`current_setting('${setting}')`);
      set.push(`set_config('${setting}', $${String(texts.push(value))}, true)`);
    } else throw new TypeError('The value of a setting is text, or a number');
  }
  return {
    text: text.replace(/\$(\d+)/g, (_, place: string) => written[Number(place) - 1] ?? ''),
    settings: set.length === 0 ? null : { text: `SELECT ${set.join(', ')}`, values: texts },
  };
}
