import { connectionLost, failureText, openList, type StreamedList } from '../providers/http.js';
import { readText } from '../providers/row-stream.js';
import { buildExport } from './build-export.js';
import type { ExportNews, ExportOrder } from './exported-file.js';

/** Fetches and builds one file off the main thread. Each export has its own worker. */

/** Minimum interval of progress messages, in milliseconds. */
const TOLD_EVERY = 100;

const tell = (news: ExportNews): void => self.postMessage(news);

self.addEventListener('message', ({ data: order }: MessageEvent<ExportOrder>) => {
  let toldAt = 0;
  const open = async (list: StreamedList) => readText(await openList(list), connectionLost);
  buildExport(order, open, (rows) => {
    if (performance.now() - toldAt < TOLD_EVERY) return;
    toldAt = performance.now();
    tell({ kind: 'rows', rows });
  }).then(
    ({ file, rows }) => tell({ kind: 'file', file, rows }),
    (error: unknown) => tell({ kind: 'failed', reason: failureText(error, '') }),
  );
});
