import { answering } from './answering.js';
import type { WorkerRequest } from './worker-protocol.js';

/** Builds files off the main thread, so that the page stays responsive. One worker an export. */

const answer = answering();

self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  const answered = answer(event.data);
  if (answered !== null) self.postMessage(answered);
});
