import { answering } from '../answering.js';
import type { ExportWorker } from '../worker-client.js';
import type { WorkerAnswer } from '../worker-protocol.js';

/** What a test sees of the worker. */
export interface WatchedWorker extends ExportWorker {
  readonly isTerminated: boolean;
}

/** The worker's own work without a thread: what is sent is copied, and answered later, as between threads. */
export class WorkerInProcess implements WatchedWorker {
  onmessage: ExportWorker['onmessage'] = null;
  onerror: ExportWorker['onerror'] = null;
  isTerminated = false;
  private readonly answer = answering();

  postMessage(request: Parameters<ExportWorker['postMessage']>[0]): void {
    const copy = structuredClone(request);
    setImmediate(() => {
      if (this.isTerminated) return;
      const answered = this.answer(copy);
      if (answered !== null) this.tell(answered);
    });
  }

  terminate(): void {
    this.isTerminated = true;
  }

  private tell(data: WorkerAnswer): void {
    this.onmessage?.({ data } as MessageEvent<WorkerAnswer>);
  }
}
