import { FileBuilder } from './file-builder.js';
import type { Answering, WorkerAnswer, WorkerRequest } from './worker-protocol.js';

/** What the worker does, without being one. */
export function answering(): Answering {
  let builder: FileBuilder | null = null;

  function answer(request: WorkerRequest): WorkerAnswer | null {
    if (request.kind === 'start') {
      builder = new FileBuilder(request.spec);
      return null;
    }
    if (builder === null) throw new Error('An export begins with its start.');
    if (request.kind === 'finish') return { kind: 'file', file: builder.finish() };
    builder.write(request.rows);
    return { kind: 'written' };
  }

  return (request) => {
    try {
      return answer(request);
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
