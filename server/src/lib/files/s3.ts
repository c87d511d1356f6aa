/**
 * Files in a bucket of an S3-compatible store, under their keys. They are read through this server and never by links
 * into the bucket: who may read is decided at each request, and the bucket stays closed.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline, Transform, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { FileGoneError, StoreDownError, type ByteRange, type FileStore, type LocalFile } from './store.ts';

/** Waits between tries. */
const pausesMs = [200, 1000];

type Sdk = typeof import('@aws-sdk/client-s3');
interface Opened {
  sdk: Sdk;
  client: S3Client;
}

export class S3Store implements FileStore {
  readonly #config: Config;
  readonly #bucket: string;
  readonly #silenceMs: number;
  #opened: Promise<Opened> | undefined;

  /** @param silenceMs With nothing coming for so long, the store does not answer. */
  constructor(config: Config, bucket: string, silenceMs = 30_000) {
    this.#config = config;
    this.#bucket = bucket;
    this.#silenceMs = silenceMs;
  }

  async put(key: string, file: LocalFile, contentType: string): Promise<void> {
    await this.#tried(key, async ({ sdk, client }) => {
      const body = createReadStream(file.path);
      const broken = new AbortController();
      // The client passes the bytes on, and takes no notice when there are no more.
      body.on('error', (error) => broken.abort(error));
      const command = new sdk.PutObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        Body: body,
        ContentLength: file.size,
        ContentMD5: file.md5,
        ContentType: contentType,
      });
      try {
        const { ETag, ServerSideEncryption } = await client.send(command, { abortSignal: broken.signal });
        checkTag(ETag, ServerSideEncryption, file);
      } catch (error) {
        throw body.errored ?? error;
      } finally {
        body.destroy();
      }
    });
    await rm(file.path, { force: true });
  }

  async read(key: string, { first, last }: ByteRange): Promise<Readable> {
    const wanted = last - first + 1;
    return this.#tried(key, async ({ sdk, client }) => {
      const Range = `bytes=${first}-${last}`;
      const { Body, ContentLength } = await client.send(
        new sdk.GetObjectCommand({ Bucket: this.#bucket, Key: key, Range }),
      );
      const body = Body as Readable | undefined;
      if (!body || ContentLength !== wanted) {
        body?.destroy();
        throw new Error(`The store sends ${ContentLength} bytes of ${key}, and not ${wanted}.`);
      }
      return exactly(body, wanted);
    });
  }

  async getSize(key: string): Promise<number> {
    return this.#tried(key, async ({ sdk, client }) => {
      const { ContentLength } = await client.send(
        new sdk.HeadObjectCommand({ Bucket: this.#bucket, Key: key }),
      );
      if (ContentLength === undefined) throw new Error(`The store tells no size of ${key}.`);
      return ContentLength;
    });
  }

  async remove(key: string): Promise<void> {
    const removed = this.#tried(key, ({ sdk, client }) =>
      client.send(new sdk.DeleteObjectCommand({ Bucket: this.#bucket, Key: key })),
    );
    await removed.catch((error: unknown) => {
      if (!(error instanceof FileGoneError)) throw error;
    });
  }

  /** A few times, since a store of many machines fails now and then. @throws FileGoneError, StoreDownError */
  async #tried<T>(key: string, work: (opened: Opened) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await work(await (this.#opened ??= this.#open()));
      } catch (error) {
        const status = readStatus(error);
        if (status === 404) throw new FileGoneError(`There is no file ${key}.`, { cause: error });
        const pause = pausesMs[tries];
        if (pause === undefined || (status !== undefined && status < 500 && status !== 429))
          throw new StoreDownError(`The store failed with ${key}.`, { cause: error });
        await sleep(pause);
      }
    }
  }

  /** Loaded by the first file: it is large, and most servers have no such store. */
  async #open(): Promise<Opened> {
    const sdk = await import('@aws-sdk/client-s3');
    const { s3Region, s3Endpoint, s3AccessKeyId: accessKeyId, s3SecretAccessKey, s3PathStyle } = this.#config;
    const client = new sdk.S3Client({
      region: s3Region,
      forcePathStyle: s3PathStyle === 'on',
      ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint }),
      // Without them it takes what the machine has been given.
      ...(accessKeyId !== undefined && s3SecretAccessKey !== undefined
        ? { credentials: { accessKeyId, secretAccessKey: s3SecretAccessKey } }
        : {}),
      // A stream cannot be sent twice: tries are ours, and so is complaining.
      maxAttempts: 1,
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      // Other stores than the first know the newer checksums only in part; MD5 is known to all.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 5000,
        requestTimeout: this.#silenceMs,
        throwOnRequestTimeout: true,
      },
    });
    return { sdk, client };
  }
}

const quiet = (): void => undefined;

function readStatus(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** The tag is the MD5 of what is stored, unless it is stored with a key of its own. */
function checkTag(tag: string | undefined, encryption: string | undefined, { md5 }: LocalFile): void {
  if (encryption?.startsWith('aws:') === true) return;
  if (tag?.replaceAll('"', '') !== Buffer.from(md5, 'base64').toString('hex'))
    throw new Error(`The store has kept something else: ${tag}.`);
}

/** A stream that ends too early ends with an error: what comes out of it is whole, or known not to be. */
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
  // The error reaches the reader by the stream itself.
  return pipeline(body, counted, () => undefined);
}
