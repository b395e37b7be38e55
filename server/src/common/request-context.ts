import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the request that is being answered, wherever in the program that happens. */
export interface RequestContext {
  readonly requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work`, and all that follows from it, as part of a request. */
export function withRequest(context: RequestContext, work: () => void): void {
  storage.run(context, work);
}

/** Empty outside of requests. A copy: pino writes the fields of a line into what it is given. */
export function currentRequest(): Partial<RequestContext> {
  return { ...storage.getStore() };
}
