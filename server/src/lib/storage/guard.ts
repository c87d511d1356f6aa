/** Around work that writes files: an error of the file system refuses the request, and begins a state only if it lasts. */
import { fileFault, StorageFault } from './faults.ts';
import type { StorageHealth } from './health.ts';

export type StorageGuard = <T>(work: () => Promise<T>) => Promise<T>;

/** Turns errors of the file system into refusals, and keeps no state. */
export const unguarded: StorageGuard = async (work) => {
  try {
    return await work();
  } catch (error) {
    throw fileFault(error) ?? error;
  }
};

/**
 * Refuses work at once while the place is degraded.
 * @param probe Run after a failure, when what the failed work wrote is gone: whatever it throws is reported.
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
