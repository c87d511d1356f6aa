/** Which pictures of people, emoji and the organization would not come, for a dry run. What the export has is opened and decoded. */
import { limits } from '../../../../../wire/core.ts';
import type { AppContext } from '../../../core/context/index.ts';
import type { OrganizationCache } from '../../../core/organization/index.ts';
import { drawReceived } from '../../../features/pictures/index.ts';
import { mebibyte } from '../../../features/uploads/index.ts';
import { StorageFault } from '../../../lib/storage/faults.ts';
import { notFetched } from '../reading/fetch-file.ts';
import type { Reading } from '../reading/reading.ts';
import type { FileRecord, SourceRecord } from '../records.ts';
import { pictureFault } from './faults.ts';
import { mostMebibytes as mostOfOrganization } from '../write/organization/folders.ts';

interface RehearsedFiles {
  app: AppContext;
  reading: Pick<Reading, 'hasOwnFiles' | 'openFile'>;
  downloads: boolean;
  signal: AbortSignal;
}

/** Why a file would not come, as far as its record says it. */
export function missingReason(
  { missing, path, url }: FileRecord,
  { reading, downloads }: Pick<RehearsedFiles, 'reading' | 'downloads'>,
): string | undefined {
  if (path !== undefined) return undefined;
  if (missing !== undefined) return missing;
  if (url === undefined)
    return reading.hasOwnFiles ? undefined : 'The export does not have it, and says no address.';
  return downloads ? undefined : notFetched;
}

/** It comes if its address responds, which only the import finds out. */
export const isFetched = ({ path, url }: FileRecord): boolean => path === undefined && url !== undefined;

/** The note on a file that an earlier run did not bring, and that the export has only the address of. */
export const triedAgain =
  'It has not come yet, and the export has only its address: the import tries to fetch it again.';

/** What is drawn does not matter: it has to be decoded for it. */
const shapes = [{ width: 16, height: 16, fit: 'contain', format: 'webp', isAnimated: false }] as const;

/** Those that people have given themselves stay, as the import keeps them. */
function takesPicture(cache: OrganizationCache, hereId: number | undefined, isActive: boolean): boolean {
  if (hereId === undefined) return isActive;
  const user = cache.users.get(hereId);
  return user?.isActive === true && user.avatarSource === 'J';
}

/** @returns the picture of a record that the import would store, if it has one */
export function pictureIn(
  record: SourceRecord,
  cache: OrganizationCache,
  hereId?: number,
): { file: FileRecord; mostMib: number } | undefined {
  if (record.kind === 'emoji') return record.file && { file: record.file, mostMib: limits.emojiMebibytes };
  if (record.kind === 'picture') return { file: record.file, mostMib: mostOfOrganization };
  if (record.kind !== 'person' || !record.avatar) return undefined;
  if (!takesPicture(cache, hereId, record.isActive && record.isForeign !== true)) return undefined;
  return { file: record.avatar, mostMib: limits.avatarMebibytes };
}

/** @returns why the picture would not come */
export async function rehearsePicture(
  given: RehearsedFiles,
  { file, mostMib }: { file: FileRecord; mostMib: number },
): Promise<string | undefined> {
  const missing = missingReason(file, given);
  if (missing !== undefined || isFetched(file)) return missing;
  const { app, reading, signal } = given;
  const { incoming } = app.files;
  try {
    const stream = await reading.openFile(file);
    const received = await incoming.receive(stream, mostMib * mebibyte, signal);
    const files = [{ name: file.name, contentType: file.contentType, file: received }];
    try {
      await drawReceived(files, 'file', mostMib, shapes);
    } finally {
      if (received) await incoming.discard(received.path);
    }
    return undefined;
  } catch (error) {
    if (signal.aborted || error instanceof StorageFault) throw error;
    return pictureFault(error, file);
  }
}
