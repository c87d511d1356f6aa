/** File systems of a test's own, which the system itself makes full or read-only. Only root may mount them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { memoryFolder } from '../memory.ts';
import { undoAfter } from '../undo.ts';

const mebibyte = 1024 * 1024;

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** An empty folder with so much room and no more; undefined, and said in the report, where this system permits no mounts. */
export function mountSmall(t: TestContext, mebibytes: number): string | undefined {
  return mounted(t, (folder) => run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', folder));
}

export interface Disk {
  folder: string;
  /** Nothing in the folder can be written, by those neither who have it open, until the returned function is called. */
  protect(...names: string[]): () => void;
  /** What the system does with a disk on which it finds an error: nothing on it can be written any more. */
  breakDown(): void;
}

/** A disk of its own; undefined as above. */
export function mountDisk(t: TestContext): Disk | undefined {
  const folder = mounted(t, (at) => {
    const image = `${at}.image`;
    undoAfter(t, () => rmSync(image, { force: true }));
    writeFileSync(image, '');
    truncateSync(image, 64 * mebibyte);
    run('mkfs.ext4', '-q', '-F', image);
    run('mount', '-o', 'loop,errors=remount-ro', image, at);
  });
  if (folder === undefined) return undefined;
  const device = basename(run('findmnt', '-no', 'SOURCE', folder).trim());
  return {
    folder,
    protect(...names) {
      const paths = [folder, ...names.map((name) => join(folder, name))];
      const set = (sign: '+' | '-') => run('chattr', `${sign}i`, ...paths);
      set('+');
      undoAfter(t, () => spawnSync('chattr', ['-i', ...paths]));
      return () => void set('-');
    },
    breakDown: () => writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1'),
  };
}

function mounted(t: TestContext, mount: (folder: string) => unknown): string | undefined {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-mount-'));
  undoAfter(t, () => rmSync(folder, { recursive: true, force: true }));
  try {
    mount(folder);
  } catch (error) {
    t.skip(`this system permits no such mount: ${(error as Error).message.trim()}`);
    return undefined;
  }
  undoAfter(t, () => run('umount', '--lazy', folder));
  return folder;
}
