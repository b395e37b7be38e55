/** Runs `make` at the first `get`, and again after it failed or was dropped. */
export function keptPromise<Value>(make: () => Promise<Value>) {
  let promise: Promise<Value> | null = null;
  const drop = (): void => {
    promise = null;
  };
  const get = (): Promise<Value> => {
    promise ??= make().catch((error: unknown) => {
      drop();
      throw error;
    });
    return promise;
  };
  return { get, drop };
}
