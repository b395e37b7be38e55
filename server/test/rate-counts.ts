import { vi } from 'vitest';

import type { TestApp } from './app.js';

type Counted = Pick<TestApp, 'dataSource' | 'clock'>;

export async function forgetCounts({ dataSource }: Counted): Promise<void> {
  await dataSource.query('DELETE FROM rate_counts');
}

/** Freezes the process clock, which the rate limit windows follow, so that waits are exact. */
export function stopTheClock(): void {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now);
}

/** Advances the product's clock and the rate limit windows by some minutes. */
export async function letPass({ dataSource, clock }: Counted, minutes: number): Promise<void> {
  clock.advance({ minutes });
  await dataSource.query('UPDATE rate_counts SET expire = expire - $1', [minutes * 60_000]);
}
