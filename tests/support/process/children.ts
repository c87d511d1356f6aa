/** Finds child processes of the test. */
import { readFileSync } from 'node:fs';

const read = (name: string): string => {
  try {
    return readFileSync(`/proc/${name}`, 'latin1');
  } catch {
    // It has just ended.
    return '';
  }
};

/** @param command Part of its command line. @returns its ID */
export function findChild(command: string): number | undefined {
  const pids = read(`${process.pid}/task/${process.pid}/children`).split(' ').filter(Boolean);
  return pids.map(Number).find((pid) => read(`${pid}/cmdline`).includes(command));
}
