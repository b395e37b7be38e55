import type { Cell } from './cell-text.js';
import type { FileSpec } from './export-file.js';
import type { WorkerAnswer, WorkerRequest } from './worker-protocol.js';

/** As much of a `Worker` as an export needs. */
export interface ExportWorker {
  postMessage(request: WorkerRequest): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<WorkerAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** The worker could not be loaded, or could not build the file. */
export class WorkerFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WorkerFailure';
  }
}

const OUT_OF_TURN = 'The worker has answered out of turn.';

/** Starts the worker, a program of its own that is loaded by the first export. */
export function openExportWorker(): ExportWorker {
  return new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
}

/** One file that a worker builds. Each step waits for the worker, so that rows never pile up before it. */
export class BuiltFile {
  private settle: ((answer: WorkerAnswer) => void) | null = null;
  private failure: WorkerAnswer | null = null;

  constructor(
    private readonly worker: ExportWorker,
    spec: FileSpec,
  ) {
    worker.onmessage = ({ data }) => {
      this.receive(data);
    };
    worker.onerror = (event) => {
      this.receive({ kind: 'failed', reason: event.message });
    };
    worker.postMessage({ kind: 'start', spec });
  }

  /** Resolves when the rows are in the file, with how many. @throws WorkerFailure; what `signal` was aborted with. */
  write(rows: readonly (readonly Cell[])[], signal: AbortSignal): Promise<number> {
    return this.add({ kind: 'rows', rows }, signal);
  }

  /** The same for a piece of a JSON list of rows: those that are complete by then. */
  read(text: string, signal: AbortSignal): Promise<number> {
    return this.add({ kind: 'text', text }, signal);
  }

  /** The whole file. @throws WorkerFailure; what `signal` was aborted with. */
  async finish(signal: AbortSignal): Promise<Blob> {
    const answer = await this.ask({ kind: 'finish' }, signal);
    if (answer.kind !== 'file') throw new WorkerFailure(OUT_OF_TURN);
    return answer.file;
  }

  /** Ends the worker, wherever it is. */
  close(): void {
    this.worker.terminate();
  }

  private async add(request: WorkerRequest, signal: AbortSignal): Promise<number> {
    const answer = await this.ask(request, signal);
    if (answer.kind !== 'written') throw new WorkerFailure(OUT_OF_TURN);
    return answer.rows;
  }

  private receive(answer: WorkerAnswer): void {
    if (answer.kind === 'failed') this.failure = answer;
    this.settle?.(answer);
  }

  private async ask(request: WorkerRequest, signal: AbortSignal): Promise<WorkerAnswer> {
    signal.throwIfAborted();
    const answer = this.failure ?? (await this.answerTo(request, signal));
    if (answer.kind === 'failed') throw new WorkerFailure(answer.reason);
    return answer;
  }

  private answerTo(request: WorkerRequest, signal: AbortSignal): Promise<WorkerAnswer> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.settle = (answer) => {
        signal.removeEventListener('abort', abort);
        resolve(answer);
      };
      this.worker.postMessage(request);
    });
  }
}
