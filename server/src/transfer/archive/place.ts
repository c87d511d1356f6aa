/** Resolves where commands read and write archives: a file, standard input or output, or an object in a bucket. */
import { createReadStream } from 'node:fs';
import type { Sink } from '../../lib/archive/writer.ts';
import type { Config } from '../../lib/config/config.ts';
import { parseS3Location, S3Archives } from '../../lib/files/s3-archives.ts';
import { FileGoneError, StoreDownError } from '../../lib/files/store.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { errorCode } from '../../lib/thrown.ts';
import { writeTo } from './output.ts';

/** Only buckets need the configuration: a file can be verified on any machine. */
type GetConfig = () => Config;

/** @param place A path, `-`, or s3://bucket/key. */
export async function writeArchiveTo<T>(
  config: GetConfig,
  place: string,
  work: (sink: Sink) => Promise<T>,
): Promise<T> {
  const object = findObject(config, place);
  if (!object) return writeTo(place, work);
  return explained(place, () => object.archives.write(object.key, work));
}

export async function* readArchiveFrom(config: GetConfig, place: string): AsyncGenerator<Uint8Array> {
  const object = findObject(config, place);
  const source: AsyncIterable<Uint8Array> =
    object?.archives.read(object.key) ??
    (place === '-' ? process.stdin : createReadStream(place, { highWaterMark }));
  try {
    yield* source;
  } catch (error) {
    const reason = unreadable[errorCode(error) ?? ''];
    throw reason === undefined
      ? explain(place, error)
      : new StartRefused(`${place} ${reason}.`, { cause: error });
  }
}

const highWaterMark = 256 * 1024;

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder, not an archive',
};

function findObject(config: GetConfig, place: string): { archives: S3Archives; key: string } | undefined {
  const location = parseS3Location(place);
  if (!location) return undefined;
  const { bucket, key } = location;
  if (key === '' || key.endsWith('/'))
    throw new StartRefused(`${place} names no object, such as s3://${bucket}/monday.heddle.`);
  return { archives: new S3Archives(config(), bucket), key };
}

async function explained<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(place, error);
  }
}

/** Explains a storage error to the operator; other errors are returned unchanged. */
export function explain(place: string, error: unknown): unknown {
  if (error instanceof FileGoneError)
    return new StartRefused(`${place} does not exist, or the bucket does not.`, { cause: error });
  if (!(error instanceof StoreDownError)) return error;
  const cause = error.cause instanceof Error ? error.cause : error;
  return new StartRefused(
    `${place}: ${error.message} ${cause === error ? '' : `(${cause.name}: ${cause.message}) `}Check the backup_s3_ settings.`,
    { cause: error },
  );
}
