/** Where data lies that lives no longer than a test run. */
import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Room for a test run's data, with a lot to spare. */
const roomNeeded = 2 ** 30;
const inMemory = '/dev/shm';

/**
 * In memory where the system has room for that: it need not reach a disk, and every change would wait until it does.
 * Nothing can be relied on to run from there.
 */
export function memoryFolder(): string {
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > roomNeeded ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
