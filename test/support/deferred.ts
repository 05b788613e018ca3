export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** A promise that is settled from outside: a signal that a test awaits instead of sleeping. */
export function createDeferred<T = void>(): Deferred<T> {
  const deferred = {} as Deferred<T>;
  deferred.promise = new Promise<T>((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return deferred;
}
