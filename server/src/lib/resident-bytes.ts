/** Memory of a child process. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** 0 where the system does not report it: the bound on time has to do. */
export function residentBytes({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
