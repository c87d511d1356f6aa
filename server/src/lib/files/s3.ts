/**
 * Stores files in a bucket of an S3-compatible store. They are served through this server and never by links
 * to the bucket: permissions are checked for each request, and the bucket stays private.
 */
import { createReadStream, type ReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline, Transform, type Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { S3Access } from './s3-access.ts';
import { FileGoneError, StoreDownError, type ByteRange, type FileStore, type LocalFile } from './store.ts';

/** @param silenceMs If nothing is received for this time, the store counts as unavailable. */
export function s3AccessFor(config: Config, bucket: string, silenceMs?: number): S3Access {
  const { s3Region: region, s3Endpoint: endpoint, s3AccessKeyId: accessKeyId, s3SecretAccessKey } = config;
  const pathStyle = config.s3PathStyle === 'on';
  const settings = { bucket, region, endpoint, accessKeyId, secretAccessKey: s3SecretAccessKey, pathStyle };
  return new S3Access(settings, silenceMs);
}

export class S3Store implements FileStore {
  readonly #access: S3Access;

  /** @param silenceMs As for `s3AccessFor`. */
  constructor(config: Config, bucket: string, silenceMs?: number) {
    this.#access = s3AccessFor(config, bucket, silenceMs);
  }

  async put(key: string, file: LocalFile, contentType: string): Promise<void> {
    await this.#access.tried(key, async ({ sdk, client }) => {
      const body = createReadStream(file.path);
      const broken = new AbortController();
      // The client forwards the bytes, and does not notice when the source fails.
      body.on('error', (error) => broken.abort(error));
      const stopWatch = watchProgress(body, this.#access.silenceMs, () =>
        broken.abort(new Error('The store takes nothing, and does not respond.')),
      );
      const command = new sdk.PutObjectCommand({
        Bucket: this.#access.bucket,
        Key: key,
        Body: body,
        ContentLength: file.size,
        ContentMD5: file.md5,
        ContentType: contentType,
      });
      try {
        const { ETag, ServerSideEncryption } = await client.send(command, {
          abortSignal: broken.signal,
          // Large files take longer: what counts is whether the store takes them.
          requestTimeout: 0,
        });
        checkTag(ETag, ServerSideEncryption, file);
      } catch (error) {
        throw body.errored ?? error;
      } finally {
        stopWatch();
        body.destroy();
      }
    });
    await rm(file.path, { force: true });
  }

  async read(key: string, { first, last }: ByteRange): Promise<Readable> {
    const wanted = last - first + 1;
    return this.#access.tried(key, async ({ sdk, client }) => {
      const Range = `bytes=${first}-${last}`;
      const { Body, ContentLength } = await client.send(
        new sdk.GetObjectCommand({ Bucket: this.#access.bucket, Key: key, Range }),
      );
      // In Node the body is a stream; the library types what it is in browsers as well.
      const body = Body as Readable | undefined;
      if (!body || ContentLength !== wanted) {
        body?.destroy();
        throw new Error(`The store sends ${ContentLength} bytes of ${key}, and not ${wanted}.`);
      }
      return exactly(body, wanted);
    });
  }

  async getSize(key: string): Promise<number> {
    return this.#access.tried(key, async ({ sdk, client }) => {
      const { ContentLength } = await client.send(
        new sdk.HeadObjectCommand({ Bucket: this.#access.bucket, Key: key }),
      );
      if (ContentLength === undefined) throw new Error(`The store returns no size for ${key}.`);
      return ContentLength;
    });
  }

  async remove(key: string): Promise<void> {
    const removed = this.#access.tried(key, ({ sdk, client }) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket: this.#access.bucket, Key: key })),
    );
    await removed.catch((error: unknown) => {
      if (!(error instanceof FileGoneError)) throw error;
    });
  }
}

const watchEveryMs = 500;

/** Calls back once nothing has been read for this time, at the end too. @returns ends the watch */
function watchProgress(body: ReadStream, silenceMs: number, onStall: () => void): () => void {
  let [seen, since] = [-1, performance.now()];
  const timer = setInterval(() => {
    if (body.bytesRead !== seen) [seen, since] = [body.bytesRead, performance.now()];
    else if (performance.now() - since > silenceMs) onStall();
  }, watchEveryMs);
  return () => clearInterval(timer);
}

/** The tag is the MD5 of the content, unless the store encrypts with a key of its own. */
function checkTag(tag: string | undefined, encryption: string | undefined, { md5 }: LocalFile): void {
  if (encryption?.startsWith('aws:') === true) return;
  if (tag?.replaceAll('"', '') !== Buffer.from(md5, 'base64').toString('hex'))
    throw new Error(`The store has kept something else: ${tag}.`);
}

/** Fails a stream that ends too early, so that readers never take it for complete. */
function exactly(body: Readable, wanted: number): Readable {
  let seen = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      done(seen === wanted ? null : new StoreDownError(`The store sent ${seen} of ${wanted} bytes.`));
    },
  });
  // The stream itself passes the error to its reader.
  return pipeline(body, counted, () => undefined);
}
