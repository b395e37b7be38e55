import { beforeEach, describe, expect, test } from '@jest/globals';
import type { FamilyDetailRow } from '@kidlab/contract';

import type { ExportFile } from './export-file.js';
import type { RowSource } from './row-source.js';
import { detailFiles } from './specified-files.js';
import { type ExportProgress, startExport } from './start-export.js';
import { WorkerInProcess } from './testing/worker-in-process.js';
import { WorkerFailure } from './worker-client.js';

interface Row {
  readonly id: number;
}

const FILE: ExportFile<Row> = {
  fileName: 'rows.csv',
  format: 'csv',
  columns: [
    { header: 'id', value: ({ id }) => id },
    { header: 'name', value: ({ id }) => (id % 2 === 0 ? `Kid ${String(id)}` : undefined) },
  ],
};

const rowsFrom = (first: number, count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index }));

async function* pagesOf<Some>(...pages: Some[][]): AsyncGenerator<Some[], void> {
  for (const page of pages) yield await Promise.resolve(page);
}

function sourceOf(
  pages: RowSource<Row>['pages'],
  count = () => Promise.resolve(0),
): RowSource<Row> {
  return { count, pages };
}

let worker: WorkerInProcess;
let saved: { text: string; fileName: string }[];
let saving: Promise<void>[];

beforeEach(() => {
  saved = [];
  saving = [];
});

interface Wishes {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

function run(source: RowSource<Row>, wishes?: Wishes): Promise<number> {
  return runFile(FILE, source, wishes);
}

async function runFile<Some>(
  file: ExportFile<Some>,
  source: RowSource<Some>,
  { signal = new AbortController().signal, onProgress = () => undefined }: Wishes = {},
): Promise<number> {
  worker = new WorkerInProcess();
  const rows = await startExport(
    { file, source, signal, onProgress },
    {
      openWorker: () => worker,
      save: (made, fileName) => {
        saving.push(
          made.text().then((text) => {
            saved.push({ text, fileName });
          }),
        );
      },
    },
  );
  await Promise.all(saving);
  return rows;
}

describe('an export', () => {
  test('saves all rows under the name of the file', async () => {
    const rows = await run(sourceOf(() => pagesOf(rowsFrom(1, 2), rowsFrom(3, 1))));

    expect(rows).toBe(3);
    expect(saved).toEqual([{ fileName: 'rows.csv', text: 'id,name\r\n1,\r\n2,Kid 2\r\n3,\r\n' }]);
    expect(worker.isTerminated).toBe(true);
  });

  test('tells how far it is', async () => {
    const heard: ExportProgress[] = [];
    await run(
      sourceOf(
        () => pagesOf(rowsFrom(0, 2500), rowsFrom(2500, 10)),
        () => Promise.resolve(2510),
      ),
      { onProgress: (progress) => heard.push(progress) },
    );

    expect(heard).toEqual([
      { rows: 0, total: 2510 },
      { rows: 1000, total: 2510 },
      { rows: 2000, total: 2510 },
      { rows: 2500, total: 2510 },
      { rows: 2510, total: 2510 },
    ]);
  });

  test('needs no count', async () => {
    const source = sourceOf(
      () => pagesOf(rowsFrom(0, 1)),
      () => Promise.reject(new Error('no count')),
    );

    expect(await run(source)).toBe(1);
  });

  test('that is cancelled saves nothing, and stops reading', async () => {
    const cancel = new AbortController();
    let hasLeft = false;
    const source = sourceOf(async function* () {
      try {
        for (let first = 0; ; first += 10) yield await Promise.resolve(rowsFrom(first, 10));
      } finally {
        hasLeft = true;
      }
    });
    const done = run(source, {
      signal: cancel.signal,
      onProgress: ({ rows }) => {
        if (rows === 50) cancel.abort();
      },
    });

    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
    expect(saved).toEqual([]);
    expect(hasLeft).toBe(true);
    expect(worker.isTerminated).toBe(true);
  });

  test('whose source fails half-way saves nothing', async () => {
    const source = sourceOf(async function* () {
      yield await Promise.resolve(rowsFrom(0, 10));
      throw new Error('The connection is lost.');
    });

    await expect(run(source)).rejects.toThrow('The connection is lost.');
    expect(saved).toEqual([]);
    expect(worker.isTerminated).toBe(true);
  });

  test('whose worker fails ends with its reason', async () => {
    const source = sourceOf(async function* () {
      yield await Promise.resolve(rowsFrom(0, 1));
      worker.onerror?.({ message: 'Out of memory' } as ErrorEvent);
      yield await Promise.resolve(rowsFrom(1, 1));
    });

    await expect(run(source)).rejects.toThrow(new WorkerFailure('Out of memory'));
    expect(saved).toEqual([]);
  });
});

describe('an export whose rows the worker reads itself', () => {
  const { csv } = detailFiles('Staff member');
  const detailOf = (id: number) => ({
    email: `kid${String(id)}@example.org`,
    childFirstName: `Zoë "Z" ${String(id)}`,
    childAge: id,
    referredBy: 'Employee',
  });
  const DETAILS = Array.from({ length: 20 }, (_, id) => detailOf(id)) as FamilyDetailRow[];

  async function* inPieces(text: string): AsyncGenerator<string, void> {
    for (let from = 0; from < text.length; from += 700) {
      yield await Promise.resolve(text.slice(from, from + 700));
    }
  }
  const textOf = (text: string): RowSource<FamilyDetailRow> => ({
    count: () => Promise.resolve(DETAILS.length),
    pages: () => {
      throw new Error('The page takes nothing apart.');
    },
    text: () => inPieces(text),
  });

  test('saves what it would save row by row', async () => {
    const heard: number[] = [];
    await runFile(csv, { count: () => Promise.resolve(20), pages: () => pagesOf(DETAILS) });
    const rows = await runFile(csv, textOf(JSON.stringify(DETAILS)), {
      onProgress: (progress) => heard.push(progress.rows),
    });

    expect(rows).toBe(20);
    expect(saved).toHaveLength(2);
    expect(saved[1]).toEqual(saved[0]);
    expect(saved[1]?.text).toContain('"Zoë ""Z"" 19",19');
    expect(saved[1]?.text).toContain('Staff member');
    expect(heard.at(-1)).toBe(20);
    expect(heard.length).toBeGreaterThan(3);
  });

  test.each([
    ['cut off', JSON.stringify(DETAILS).slice(0, -1)],
    ['no JSON', '[{"email":nobody}]'],
  ])('saves nothing of what is %s', async (_, text) => {
    await expect(runFile(csv, textOf(text))).rejects.toThrow(WorkerFailure);
    expect(saved).toEqual([]);
    expect(worker.isTerminated).toBe(true);
  });
});
