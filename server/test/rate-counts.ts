import type { TestApp } from './app.js';

type Counted = Pick<TestApp, 'dataSource' | 'clock'>;

export async function forgetCounts({ dataSource }: Counted): Promise<void> {
  await dataSource.query('DELETE FROM rate_counts');
}

/** Lets minutes pass: by the product's clock, and for the windows of the limits, which follow the clock of the process. */
export async function letPass({ dataSource, clock }: Counted, minutes: number): Promise<void> {
  clock.advance({ minutes });
  await dataSource.query('UPDATE rate_counts SET expire = expire - $1', [minutes * 60_000]);
}

/** Whether a client is told to wait for so long, less what the test itself has taken. */
export function isWait(header: string | undefined, seconds: number): boolean {
  const told = Number(header);
  return told <= seconds && told > seconds - 60;
}
