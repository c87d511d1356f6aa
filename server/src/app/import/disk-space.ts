/** Looks at the free space of the disk while something grows there, so that an import ends before the server has none left. */
import { statfs } from 'node:fs/promises';
import { StartRefused } from '../../lib/start-refused.ts';

const mebibyte = 1024 ** 2;
/** What stays free: for messages while people go on writing, or for the end of the import itself. */
const spareBytes = { live: 512 * mebibyte, alone: 64 * mebibyte };
/** As much may be written without a look. */
const uncheckedBytes = 16 * mebibyte;

const noSpace = (spare: number): StartRefused =>
  new StartRefused(
    `The disk has less than ${Math.round(spare / mebibyte)} MiB left. Free some space, then start the import again: it continues where it stopped.`,
  );

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export class DiskSpace {
  readonly #spare: number;
  readonly #getFree: () => Promise<number>;
  #unchecked = 0;

  /** @param folder On the disk in question. */
  constructor(folder: string, isLive: boolean, getFree: (folder: string) => Promise<number> = freeIn) {
    this.#spare = isLive ? spareBytes.live : spareBytes.alone;
    this.#getFree = () => getFree(folder);
  }

  /** Call it after, or before, so many bytes were written. @throws StartRefused when little is left */
  async count(bytes: number): Promise<void> {
    this.#unchecked += bytes;
    if (this.#unchecked >= uncheckedBytes) await this.check();
  }

  /** @throws StartRefused */
  async check(): Promise<void> {
    this.#unchecked = 0;
    if ((await this.#getFree()) < this.#spare) throw noSpace(this.#spare);
  }
}
