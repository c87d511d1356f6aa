/** Measures the memory of a child process. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** 0 if the system does not report it: only the time is limited then. */
export function residentBytes({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096;
  } catch {
    return 0;
  }
}
