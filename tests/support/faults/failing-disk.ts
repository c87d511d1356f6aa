/** Disks that fail this process for a while: really, by what the system itself refuses. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';

/** This system account owns nothing on any Unix. */
const nobody = 65534;

const setLargestFile = (pid: number, bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
};

/** No file of that process can be written any more, as on a full disk: nothing at all, so that it is the next write that meets it. */
export const letFilesFail = (pid: number): void => setLargestFile(pid, 1);

/** Whether this system can limit the files of a running process. */
export const canLimitFiles = (): boolean => spawnSync('prlimit', ['--version']).status === 0;

/** Lifts the limit that a process was started under. */
export const letFilesGrow = (pid: number): void => setLargestFile(pid, 'unlimited');

/** While `work` runs no file of this process can grow beyond so many bytes, as on a disk with no more room. */
export async function onFullDisk<T>(largestFile: number, work: () => Promise<T>): Promise<T> {
  // Without a handler this signal would end the process; with one, the write fails.
  const ignore = (): void => undefined;
  process.on('SIGXFSZ', ignore);
  setLargestFile(process.pid, largestFile);
  try {
    return await work();
  } finally {
    setLargestFile(process.pid, 'unlimited');
    process.off('SIGXFSZ', ignore);
  }
}

/** While `work` runs this process can create nothing in the folder. Root is made someone else, whom modes bind. */
export async function inReadOnlyFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  chmodSync(folder, 0o555);
  if (isRoot) process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o700);
  }
}
