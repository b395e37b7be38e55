import { writeDemoData } from '../src/database/demo/write-demo-data.js';

/** Fills a database with made-up families: the same ones each time, as of 20 November 2026. */
export async function writeFamilies(
  url: string,
  count: number,
  { seed = 1, now = new Date('2026-11-20T00:00:00Z') } = {},
): Promise<void> {
  await writeDemoData(url, count, {
    seed,
    now,
    confirmationWindowHours: 72,
    followUpAfterHours: 72,
    unconfirmedRetentionDays: 30,
  });
}
