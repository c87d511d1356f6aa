/** The files that this process has open, as Linux lists them. */
import { readdirSync, readlinkSync } from 'node:fs';

const place = '/proc/self/fd';

/** Elsewhere such a test is skipped. */
export const listsOpenFiles = process.platform === 'linux';

/** Paths within a folder, one for each time that it is open. */
export function listOpenFiles(folder: string): string[] {
  return readdirSync(place)
    .map((number) => {
      try {
        return readlinkSync(`${place}/${number}`);
      } catch {
        // Closed in the meantime, like the list itself.
        return '';
      }
    })
    .filter((path) => path.startsWith(folder));
}
