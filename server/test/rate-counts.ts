import { vi } from 'vitest';

import type { TestApp } from './app.js';

type Counted = Pick<TestApp, 'dataSource' | 'clock'>;

export async function forgetCounts({ dataSource }: Counted): Promise<void> {
  await dataSource.query('DELETE FROM rate_counts');
}

/** Stops the clock of the process, which the windows of the limits follow: waits are exact then. */
export function stopTheClock(): void {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now);
}

/** Lets minutes pass: by the product's clock, and for the windows of the limits. */
export async function letPass({ dataSource, clock }: Counted, minutes: number): Promise<void> {
  clock.advance({ minutes });
  await dataSource.query('UPDATE rate_counts SET expire = expire - $1', [minutes * 60_000]);
}
