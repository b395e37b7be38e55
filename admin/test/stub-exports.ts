import { vi } from 'vitest';

/** Replaces the worker that writes files, until globals are restored. @returns what it was asked to write */
export function stubExports(): unknown[] {
  const orders: unknown[] = [];
  class StubWorker {
    readonly postMessage = (order: unknown): void => void orders.push(order);
    readonly terminate = (): void => undefined;
  }
  vi.stubGlobal('Worker', StubWorker);
  return orders;
}
