/** Opens the destination that `backup_to` names. */
import type { Config } from '../../lib/config/config.ts';
import type { ArchivePlace } from './archive-place.ts';
import { ArchiveFolder } from './folder.ts';

/** The S3 client is not loaded for a folder. */
export async function openPlace(config: Config, to: string): Promise<ArchivePlace> {
  if (!to.startsWith('s3://')) return new ArchiveFolder(to);
  const [{ ArchiveBucket }, { parseS3Location }] = await Promise.all([
    import('./bucket.ts'),
    import('../../lib/files/s3-archives.ts'),
  ]);
  const location = parseS3Location(to);
  if (!location) throw new Error(`${to} is not an address of a bucket.`);
  return new ArchiveBucket(config, location);
}
