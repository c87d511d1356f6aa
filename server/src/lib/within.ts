export class NoResponseError extends Error {
  override name = 'NoResponseError';
}

/** @throws NoResponseError if the work takes longer than `timeoutMs` milliseconds; it is not cancelled. */
export async function within<T>(work: T, timeoutMs: number): Promise<Awaited<T>> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoResponseError('no response in time')), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
