import { cellsOf, type ExportFile } from './export-file.js';
import type { RowSource } from './row-source.js';
import { saveFile } from './save-file.js';
import { BuiltFile, openExportWorker } from './worker-client.js';

/** How far an export is. */
export interface ExportProgress {
  /** Rows that are in the file. */
  readonly rows: number;
  /** Rows there are; `null` until they are counted. */
  readonly total: number | null;
}

/** What is exported, and who hears of it. */
export interface ExportOrder<Row> {
  readonly file: ExportFile<Row>;
  readonly source: RowSource<Row>;
  readonly onProgress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
}

/** What an export needs of the browser; tests bring their own. */
export interface ExportTools {
  readonly openWorker: typeof openExportWorker;
  readonly save: typeof saveFile;
}

/** Rows that go to the worker at once: few enough that writing their cells is no pause. */
const BATCH = 1000;

function* batches<Row>(rows: readonly Row[]): Generator<readonly Row[], void> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}

/** Sends the worker all rows: as they come from the server where the worker can read them, else as cells. @returns how many, time and again. */
async function* sendAll<Row>(
  built: BuiltFile,
  { file: { columns, specified }, source }: Pick<ExportOrder<Row>, 'file' | 'source'>,
  signal: AbortSignal,
): AsyncGenerator<number, void> {
  if (specified !== undefined && source.text !== undefined) {
    for await (const text of source.text(signal)) yield await built.read(text, signal);
    return;
  }
  for await (const page of source.pages(signal)) {
    for (const batch of batches(page)) yield await built.write(cellsOf(columns, batch), signal);
  }
}

/**
 * Makes a file of all rows and hands it to the browser to save. A worker builds it while the rows arrive.
 * @returns how many rows it has.
 * @throws what the source throws; `WorkerFailure`; what `signal` was aborted with. Nothing is saved then.
 */
export async function startExport<Row>(
  { file, source, onProgress, signal }: ExportOrder<Row>,
  { openWorker, save }: ExportTools = { openWorker: openExportWorker, save: saveFile },
): Promise<number> {
  // Ends what is still on its way when one part fails.
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const { fileName, format, sheet = fileName, columns, specified } = file;
  const headers = columns.map(({ header }) => header);
  const built = new BuiltFile(openWorker(), {
    format,
    sheet,
    headers,
    ...(specified === undefined ? {} : { specified }),
  });
  let rows = 0;
  let total: number | null = null;
  const tell = (): void => {
    if (!both.aborted) onProgress({ rows, total });
  };
  // Without a count there is no share, but there is a file.
  const counting = source.count(both).then(
    (count) => {
      total = count;
      tell();
    },
    () => undefined,
  );
  try {
    for await (const sent of sendAll(built, { file, source }, both)) {
      rows += sent;
      if (sent > 0) tell();
    }
    const blob = await built.finish(both);
    both.throwIfAborted();
    save(blob, fileName);
    return rows;
  } finally {
    ending.abort();
    built.close();
    await counting;
  }
}
