/** Watches the free disk space during an import, which ends before the disk is full. */
import { freeIn, spareBytes } from '../../lib/files/free-space.ts';
import { StartRefused } from '../../lib/start-refused.ts';

const mebibyte = 1024 * 1024;
/** Bytes that may be written between two checks. */
const uncheckedBytes = 16 * mebibyte;

const noSpace = (spare: number): StartRefused =>
  new StartRefused(
    `The disk has less than ${Math.round(spare / mebibyte)} MiB left, or would have with what comes next. Free some space, then start the import again: it continues where it stopped.`,
  );

export class DiskSpace {
  readonly #folders: readonly string[];
  readonly #spare: number;
  readonly #getFree: (folder: string) => Promise<number>;
  #unchecked = 0;

  /** @param folders Folders on the disks to watch. */
  constructor(folders: readonly string[], spare: keyof typeof spareBytes, getFree = freeIn) {
    this.#folders = folders;
    this.#spare = spareBytes[spare];
    this.#getFree = getFree;
  }

  /** Call it before or after writing this many bytes. @throws StartRefused when little space is left. */
  async count(bytes: number): Promise<void> {
    this.#unchecked += bytes;
    if (this.#unchecked >= uncheckedBytes) await this.check();
  }

  /** @throws StartRefused */
  check(): Promise<void> {
    return this.reserve(0);
  }

  /** Before this many bytes are written. @throws StartRefused if less space than is to be spared would be left */
  async reserve(bytes: number): Promise<void> {
    this.#unchecked = 0;
    for (const folder of this.#folders)
      if ((await this.#getFree(folder)) - bytes < this.#spare) throw noSpace(this.#spare);
  }
}
