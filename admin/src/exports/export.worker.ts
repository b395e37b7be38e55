import { connectionLost, failureText, openList, type StreamedList } from '../providers/http.js';
import { readText } from './row-stream.js';
import { buildExport } from './build-export.js';
import type { ExportOrder, ExportProgress } from './columns.js';

/** Fetches and builds one file off the main thread. Each export has its own worker. */

/** Minimum interval of progress messages, in milliseconds. */
const REPORT_EVERY = 100;

const report = (progress: ExportProgress): void => self.postMessage(progress);

self.addEventListener('message', ({ data: order }: MessageEvent<ExportOrder>) => {
  let reportedAt = 0;
  const open = async (list: StreamedList) => readText(await openList(list), connectionLost);
  buildExport(order, open, (rows) => {
    if (performance.now() - reportedAt < REPORT_EVERY) return;
    reportedAt = performance.now();
    report({ kind: 'rows', rows });
  }).then(
    ({ file, rows }) => report({ kind: 'file', file, rows }),
    (error: unknown) => report({ kind: 'failed', reason: failureText(error, '') }),
  );
});
