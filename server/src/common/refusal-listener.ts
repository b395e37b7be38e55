import type { Request } from 'express';

interface Listener {
  readonly statuses: readonly number[];
  readonly work: () => Promise<void>;
}

const listeners = new WeakMap<Request, Listener>();

/** Does `work` before this request is refused with one of these statuses. A request has one such listener at most. */
export function onRefusal(
  request: Request,
  statuses: readonly number[],
  work: () => Promise<void>,
): void {
  listeners.set(request, { statuses, work });
}

/** What is to be done before this request is refused; `null`: nothing. */
export function refusalWork(request: Request, status: number): (() => Promise<void>) | null {
  const listener = listeners.get(request);
  return listener?.statuses.includes(status) === true ? listener.work : null;
}
