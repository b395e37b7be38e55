import { setTimeout } from 'node:timers/promises';

export abstract class Pauses {
  /** Resolves after `ms` milliseconds or when `signal` aborts, whichever comes first; never rejects. */
  abstract pause(ms: number, signal?: AbortSignal): Promise<void>;
}

export class RealPauses extends Pauses {
  override async pause(ms: number, signal?: AbortSignal): Promise<void> {
    // An aborted pause rejects; here it is the usual way to end one early.
    await setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) }).catch(
      () => undefined,
    );
  }
}
