/** Wraps operations that write files: an error of the file system refuses the request, and degrades the storage only if it persists. */
import { fileFault, StorageFault } from './faults.ts';
import type { StorageHealth } from './health.ts';

export type StorageGuard = <T>(work: () => Promise<T>) => Promise<T>;

/** Converts errors of the file system to refusals, without state. */
export const unguarded: StorageGuard = async (work) => {
  try {
    return await work();
  } catch (error) {
    throw fileFault(error) ?? error;
  }
};

/**
 * Refuses operations immediately while the storage is degraded.
 * @param probe Called after a failure, when the failed operation's files are deleted: its error is reported.
 */
export function getGuard(health: StorageHealth, probe: () => Promise<void>): StorageGuard {
  let probing: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      await probe();
    } catch (error) {
      const fault = error instanceof StorageFault ? error : fileFault(error);
      if (fault) health.report(fault);
    }
  };
  return async (work) => {
    if (health.fault) throw health.fault;
    try {
      return await unguarded(work);
    } catch (error) {
      if (error instanceof StorageFault) {
        await (probing ??= look().finally(() => (probing = undefined)));
        health.logPassing(error);
      }
      throw error;
    }
  };
}
