/** Resolves where commands read and write archives: a file, standard input or output, or an object in a bucket. */
import { createReadStream } from 'node:fs';
import type { Sink } from '../../lib/archive/writer.ts';
import type { Config } from '../../lib/config/config.ts';
import { parseS3Location, S3Archives } from '../../lib/files/s3-archives.ts';
import { FileGoneError, StoreDownError } from '../../lib/files/store.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { errorCode } from '../../lib/thrown.ts';
import { once } from 'node:events';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { flushPath } from '../../db/sqlite/sqlite.ts';
import { magic } from '../../lib/archive/frames.ts';

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

// Writes an archive to a file, which gets its name only once it is complete, or to standard output.

/** @param path `-` for standard output. */
export async function writeTo<T>(path: string, work: (sink: Sink) => Promise<T>): Promise<T> {
  return path === '-' ? work(toStandardOutput) : toFile(resolve(path), work);
}

async function toStandardOutput(chunk: Buffer): Promise<void> {
  if (!process.stdout.write(chunk)) await once(process.stdout, 'drain');
}

async function toFile<T>(path: string, work: (sink: Sink) => Promise<T>): Promise<T> {
  const partial = `${path}.partial`;
  // Left by an earlier run that was killed.
  await rm(partial, { force: true });
  await removeAbandoned(dirname(path));
  const file = await open(partial, 'wx', 0o600);
  try {
    const result = await work(async (chunk) => {
      let written = 0;
      while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten;
    });
    await file.sync();
    await file.close();
    await rename(partial, path);
    flushPath(dirname(path));
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  }
}

/** A backup writes all the time, so one that has not for this long was killed. */
const abandonedMs = 3_600_000;

/**
 * What runs that were killed have left beside, whose names the next ones do not use again. What another user has left, or
 * another run deletes at the same time, keeps no backup from being made.
 */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const remove = async () => {
      if (await isAbandoned(path)) await rm(path, { force: true });
    };
    if (name.endsWith('.heddle.partial')) await remove().catch(() => undefined);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
  if (mtimeMs > Date.now() - abandonedMs) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.subarray(0, bytesRead).equals(magic.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
