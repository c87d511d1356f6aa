/** Which disks an import fills. */
import { filledFolders, type Places } from '../../features/imports/index.ts';
import { freeIn, type spareBytes } from '../../lib/files/free-space.ts';
import { DiskSpace } from './disk-space.ts';

/** @returns `spare`: how much space stays free; `filled`: the disks on which the result is stored, possibly none of this machine; `scratch`: the disk for temporary files. */
export function diskSpaceFor(
  places: Places,
  isLive: boolean,
  getFree = freeIn,
): { spare: keyof typeof spareBytes; filled: DiskSpace; scratch: DiskSpace } {
  const folders = filledFolders(places);
  const spare = isLive && folders.length > 0 ? 'live' : 'alone';
  return {
    spare,
    filled: new DiskSpace(folders, spare, getFree),
    scratch: new DiskSpace([places.files.incoming.folder], spare, getFree),
  };
}
