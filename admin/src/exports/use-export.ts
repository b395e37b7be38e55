import { EXPORT_TEXTS, exportDone } from '@kidlab/contract';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';

import { failureText } from '../providers/http.js';
import { atMostEvery } from './at-most-every.js';
import type { ExportFile } from './export-file.js';
import type { RowSource } from './row-source.js';
import { type ExportProgress, startExport } from './start-export.js';

/** What the dialog shows. */
export interface ExportState {
  /** Whether the dialog is open: an export runs, or has failed. */
  readonly isOpen: boolean;
  readonly fileName: string;
  readonly progress: ExportProgress;
  /** Why it failed; `null` while it runs. */
  readonly failure: string | null;
}

/** Exports of one page: one at a time. */
export interface ExportControl {
  readonly state: ExportState;
  /** @param source made anew for each try. */
  readonly start: <Row>(file: ExportFile<Row>, source: () => RowSource<Row>) => void;
  /** Ends the export that runs. */
  readonly cancel: () => void;
  readonly tryAgain: () => void;
  /** Closes the dialog of an export that has failed. */
  readonly close: () => void;
}

/** How often progress is drawn, in milliseconds: a large export tells it hundreds of times a second. */
const DRAWN_EVERY = 100;

const NO_PROGRESS: ExportProgress = { rows: 0, total: null };
const IDLE: ExportState = {
  isOpen: false,
  fileName: '',
  progress: NO_PROGRESS,
  failure: null,
};

/** How long the dialog is waited for, in milliseconds: a tab that nobody looks at draws nothing. */
const DRAWN_WITHIN = 1_000;

/** Until the dialog is on the screen: opening it and beginning the work at once would hold the page up twice as long. */
function drawn(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DRAWN_WITHIN);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}

function failureOf(error: unknown): string {
  return `${EXPORT_TEXTS.failed} ${failureText(error, '')}`.trim();
}

/** Runs the exports of a page and tells how they go, at last by a passing notice. Leaving the page ends them. */
export function useExport(): ExportControl {
  const notify = useNotify();
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  const last = useRef<() => void>(() => undefined);

  const change = (part: Partial<ExportState>): void => {
    setState((before) => ({ ...before, ...part }));
  };

  async function run<Row>(file: ExportFile<Row>, source: () => RowSource<Row>): Promise<void> {
    const own = new AbortController();
    running.current = own;
    const { signal } = own;
    const progress = atMostEvery(DRAWN_EVERY, (newest: ExportProgress) => {
      if (!signal.aborted) change({ progress: newest });
    });
    setState({ ...IDLE, isOpen: true, fileName: file.fileName });
    try {
      // What is exported is what was asked for at the press.
      const rowSource = source();
      await drawn();
      signal.throwIfAborted();
      const rows = await startExport({
        file,
        source: rowSource,
        onProgress: progress.tell,
        signal,
      });
      change({ isOpen: false });
      notify(exportDone(file.fileName, rows));
    } catch (error) {
      if (!signal.aborted) change({ failure: failureOf(error) });
    } finally {
      progress.stop();
      if (running.current === own) running.current = null;
    }
  }

  function start<Row>(file: ExportFile<Row>, source: () => RowSource<Row>): void {
    if (running.current !== null) return;
    last.current = () => {
      void run(file, source);
    };
    last.current();
  }

  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  return {
    state,
    start,
    cancel: () => {
      running.current?.abort();
      running.current = null;
      change({ isOpen: false });
      notify(EXPORT_TEXTS.cancelled);
    },
    tryAgain: () => {
      if (running.current === null) last.current();
    },
    close: () => {
      change({ isOpen: false });
    },
  };
}
