import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { EXPORT } from './export-slots.service.js';

/** What tells that a client reads: Node's response, or what stands for it. */
export interface Answer extends Writable {
  readonly socket: { readonly bytesWritten: number } | null;
}

/**
 * Sends a stream to a client for as long as it reads.
 * @param pause resolves after so many milliseconds, or when its signal is aborted.
 * @throws ERR_STREAM_PREMATURE_CLOSE when the client has gone, takes nothing any more, or takes for ever.
 */
export async function sendWhileRead(
  rows: Readable,
  answer: Answer,
  pause: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    for (let pauses = 0; pauses < EXPORT.mostPauses; pauses += 1) {
      const before = answer.socket?.bytesWritten;
      await pause(EXPORT.idleMs, over.signal);
      if (over.signal.aborted || answer.socket?.bytesWritten === before) break;
    }
    if (!over.signal.aborted) answer.destroy();
  };
  const watching = watch();
  try {
    await pipeline(rows, answer);
  } finally {
    over.abort();
    await watching;
  }
}
