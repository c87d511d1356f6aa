/** Measures the memory of a child process and of those that it has started, as what confines a program does. */
import { readFileSync } from 'node:fs';

/** 0 if the system does not report it: only the time is limited then. */
export const residentBytes = ({ pid }: { pid?: number | undefined }): number =>
  pid === undefined ? 0 : measure(String(pid));

function measure(pid: string): number {
  const [, pages = '0'] = read(`/proc/${pid}/statm`).split(' ');
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.map(measure).reduce((sum, bytes) => sum + bytes, Number(pages) * 4096);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
