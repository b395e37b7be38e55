import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';

import type { ExportNews, ExportOrder } from './build-export.js';
import { type ExportedRows, nameOf } from './columns.js';
import { saveFile } from './save-file.js';
import type { StreamedList } from '../providers/lists.js';
import { site } from '../site.js';
import { EXPORT_TEXTS, exportDone } from '../texts/export.js';

/** How far an export is. */
export interface ExportProgress {
  /** Rows that are in the file. */
  readonly rows: number;
  /** Rows there are; `null` until they are counted. */
  readonly total: number | null;
}

/** What the dialog shows. */
export interface ExportState {
  /** Whether the dialog is open: an export runs, or has failed. */
  readonly isOpen: boolean;
  readonly fileName: string;
  readonly progress: ExportProgress;
  /** Why it failed; `null` while it runs. */
  readonly failure: string | null;
}

/** All rows that a page's filter finds. */
export interface ExportSource {
  readonly rows: ExportedRows;
  readonly list: StreamedList;
  /** How many rows there are. Without a count there is no share, but there is a file. */
  readonly count: () => Promise<number>;
}

/** Exports of one page: one at a time. */
export interface ExportControl {
  readonly state: ExportState;
  readonly start: (format: ExportOrder['format'], source: ExportSource) => void;
  /** Ends the export that runs. */
  readonly cancel: () => void;
  readonly tryAgain: () => void;
  /** Closes the dialog of an export that has failed. */
  readonly close: () => void;
}

const IDLE: ExportState = {
  isOpen: false,
  fileName: '',
  progress: { rows: 0, total: null },
  failure: null,
};

/** Runs the exports of a page and tells how they go, at last by a passing notice. Leaving the page ends them. */
export function useExport(): ExportControl {
  const notify = useNotify();
  const [state, setState] = useState(IDLE);
  const running = useRef<Worker | null>(null);
  const last = useRef<() => void>(() => undefined);

  const end = (): void => {
    running.current?.terminate();
    running.current = null;
  };

  const start = (format: ExportOrder['format'], source: ExportSource): void => {
    if (running.current !== null) return;
    const { fileName, sheet } = nameOf(source.rows, format);
    // A program of its own that is loaded by the first export.
    const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
    const progress = (part: Partial<ExportProgress>): void => {
      if (running.current !== worker) return;
      setState((before) => ({ ...before, progress: { ...before.progress, ...part } }));
    };
    const fail = (reason: string): void => {
      end();
      const failure = `${EXPORT_TEXTS.failed} ${reason}`.trim();
      setState((before) => ({ ...before, failure }));
    };
    last.current = () => {
      start(format, source);
    };
    running.current = worker;
    setState({ ...IDLE, isOpen: true, fileName });
    worker.onerror = () => {
      fail('');
    };
    worker.onmessage = ({ data }: MessageEvent<ExportNews>) => {
      if (data.kind === 'rows') progress({ rows: data.rows });
      else if (data.kind === 'failed') fail(data.reason);
      else {
        end();
        saveFile(data.file, fileName);
        setState((before) => ({ ...before, isOpen: false }));
        notify(exportDone(fileName, data.rows));
      }
    };
    const words = { employeeLabel: site.employeeReferralLabel, timeZone: site.labTimeZone };
    const { rows, list } = source;
    worker.postMessage({ rows, list, format, sheet, words } satisfies ExportOrder);
    source.count().then(
      (total) => {
        progress({ total });
      },
      () => undefined,
    );
  };

  useEffect(() => end, []);

  return {
    state,
    start,
    cancel: () => {
      end();
      setState((before) => ({ ...before, isOpen: false }));
      notify(EXPORT_TEXTS.cancelled);
    },
    tryAgain: () => {
      last.current();
    },
    close: () => {
      setState((before) => ({ ...before, isOpen: false }));
    },
  };
}
