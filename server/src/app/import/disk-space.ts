/** Looks at the free space of disks while something grows there, so that an import ends before the server has none left. */
import { filledFolders, freeIn, spareBytes, type Places } from '../../features/imports/index.ts';
import { mebibyte } from '../../features/uploads/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';

/** As much may be written without a look. */
const uncheckedBytes = 16 * mebibyte;

const noSpace = (spare: number): StartRefused =>
  new StartRefused(
    `The disk has less than ${Math.round(spare / mebibyte)} MiB left. Free some space, then start the import again: it continues where it stopped.`,
  );

export class DiskSpace {
  readonly #folders: readonly string[];
  readonly #spare: number;
  readonly #getFree: (folder: string) => Promise<number>;
  #unchecked = 0;

  /** @param folders On the disks in question. */
  constructor(folders: readonly string[], spare: keyof typeof spareBytes, getFree = freeIn) {
    this.#folders = folders;
    this.#spare = spareBytes[spare];
    this.#getFree = getFree;
  }

  /** Call it after, or before, so many bytes were written. @throws StartRefused when little is left */
  async count(bytes: number): Promise<void> {
    this.#unchecked += bytes;
    if (this.#unchecked >= uncheckedBytes) await this.check();
  }

  /** @throws StartRefused */
  async check(): Promise<void> {
    this.#unchecked = 0;
    for (const folder of this.#folders)
      if ((await this.#getFree(folder)) < this.#spare) throw noSpace(this.#spare);
  }
}

/** @returns `filled`: where the import stays, which may be on no disk of this machine; `scratch`: for what it unpacks and sorts */
export function diskSpaceFor(
  places: Places,
  isLive: boolean,
  getFree = freeIn,
): { filled: DiskSpace; scratch: DiskSpace } {
  const folders = filledFolders(places);
  const spare = isLive && folders.length > 0 ? 'live' : 'alone';
  return {
    filled: new DiskSpace(folders, spare, getFree),
    scratch: new DiskSpace([places.files.incoming.folder], spare, getFree),
  };
}
