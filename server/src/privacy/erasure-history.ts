import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';

import type { ErasureScope } from '@kidlab/contract';
import type { Client } from 'pg';

/**
 * What is needed to repeat erasures and lifts after a restore. Each entry is a line of JSON in the history file. It
 * has no personal data, only hashes keyed with the session secret, ids and times.
 */
export type HistoryEntry =
  | {
      readonly kind: 'erased';
      readonly at: string;
      readonly address: string;
      readonly receipt: string;
      readonly by: number;
      /** `null` in entries of an older version. */
      readonly records: readonly { readonly guid: string; readonly scope: ErasureScope }[] | null;
    }
  | { readonly kind: 'lifted'; readonly at: string; readonly address: string };

/** Readable by its owner only. */
const MODE = 0o600;

const HISTORY = `
  SELECT jsonb_build_object('at', to_json(e.occurred_at AT TIME ZONE 'UTC')#>>'{}' || 'Z', 'address', e.subject_id) ||
    CASE e.action WHEN 'privacy.erased'
      THEN jsonb_build_object('kind', 'erased', 'receipt', coalesce(e.after->>'receipt', ''),
        'by', coalesce(r.erased_by, 0), 'records', e.after->'records')
      ELSE jsonb_build_object('kind', 'lifted')
    END AS entry
  FROM audit_events e LEFT JOIN erasure_receipts r ON r.number = e.after->>'receipt'
  WHERE e.action IN ('privacy.erased', 'privacy.suppression-lifted') ORDER BY e.id`;

/** The history in a database. Empty if it has no tables, or none for erasures yet. */
export async function readHistory(client: Client): Promise<HistoryEntry[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('erasure_receipts') IS NOT NULL AS there`,
  );
  if (tables[0]?.there !== true) return [];
  const { rows } = await client.query<{ entry: HistoryEntry }>(HISTORY);
  return rows.map(({ entry }) => entry);
}

function nameOf(entry: HistoryEntry): string {
  return entry.kind === 'erased' ? entry.receipt : `${entry.at} ${entry.address}`;
}

/** Appends the entries that `known` lacks. */
export function joined(
  known: readonly HistoryEntry[],
  more: readonly HistoryEntry[],
): HistoryEntry[] {
  const names = new Set(known.map(nameOf));
  return [...known, ...more.filter((entry) => !names.has(nameOf(entry)))];
}

/** @throws Error naming a damaged line. */
export async function readHistoryFile(file: string): Promise<HistoryEntry[]> {
  const text = await readFile(file, 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, at) => {
    try {
      return JSON.parse(line) as HistoryEntry;
    } catch {
      throw new Error(`${file} is damaged in line ${String(at + 1)}.`);
    }
  });
}

/**
 * Adds the entries that the file lacks. Replaces the file atomically, so a crash never loses an entry.
 * @returns how many were added.
 */
export async function addToHistoryFile(
  file: string,
  entries: readonly HistoryEntry[],
): Promise<number> {
  const existing = existsSync(file) ? await readHistoryFile(file) : [];
  const all = joined(existing, entries);
  const draft = `${file}.${String(process.pid)}.partial`;
  try {
    const text = all.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    await writeFile(draft, text, { mode: MODE, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return all.length - existing.length;
}
