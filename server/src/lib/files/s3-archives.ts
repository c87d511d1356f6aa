/** Archives in a bucket: written without knowing their size, read in ranges, with one part in memory. */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import { S3Access, pageKeys, type OpenedS3 } from './s3-access.ts';
import { fieldsIn } from '../objects.ts';
import { wrappedError } from '../thrown.ts';
import { FileGoneError, StoreDownError } from './store.ts';

const mebibyte = 1024 ** 2;
/** A store accepts at most 10,000 parts per object: part sizes grow, up to 580 GB in total. */
const partBytes = (number: number): number =>
  8 * mebibyte * 2 ** Math.min(3, Math.floor((number - 1) / 1000));
const rangeBytes = 8 * mebibyte;

export interface S3Location {
  bucket: string;
  /** The key has no leading slash; '' if absent. */
  key: string;
}

/** @returns undefined unless the address begins with s3:// */
export function parseS3Location(text: string): S3Location | undefined {
  const [, bucket, key = ''] = /^s3:\/\/([A-Za-z0-9._-]{3,255})(?:\/(.*))?$/.exec(text) ?? [];
  return bucket === undefined ? undefined : { bucket, key };
}

export interface StoredObject {
  key: string;
}

interface SentPart {
  ETag: string | undefined;
  PartNumber: number;
}

/** Parts of a backup are large, and nobody waits for them. */
const partSilenceMs = 30_000;

export class S3Archives {
  readonly #access: S3Access;

  constructor(config: Config, bucket: string, silenceMs = partSilenceMs) {
    this.#access = new S3Access(
      {
        bucket,
        region: config.backupS3Region ?? config.s3Region,
        endpoint: config.backupS3Endpoint ?? config.s3Endpoint,
        accessKeyId: config.backupS3AccessKeyId ?? config.s3AccessKeyId,
        secretAccessKey: config.backupS3SecretAccessKey ?? config.s3SecretAccessKey,
        pathStyle: (config.backupS3PathStyle ?? config.s3PathStyle) === 'on',
      },
      silenceMs,
      Number.POSITIVE_INFINITY,
    );
  }

  /** The object exists if and only if this resolves. @throws StoreDownError */
  async write<T>(key: string, work: (sink: (chunk: Buffer) => Promise<void>) => Promise<T>): Promise<T> {
    const upload = new MultipartUpload(this.#access, key);
    try {
      const result = await work((chunk) => upload.add(chunk));
      await upload.complete();
      return result;
    } catch (error) {
      await upload.abort();
      throw error;
    }
  }

  /** Reads ranges, each with retries. @throws FileGoneError, StoreDownError */
  async *read(key: string): AsyncGenerator<Buffer> {
    const target = { Bucket: this.#access.bucket, Key: key };
    const { ContentLength: size, ETag } = await this.#access.tried(key, ({ sdk, client }) =>
      client.send(new sdk.HeadObjectCommand(target)),
    );
    if (size === undefined) throw new StoreDownError(`The store returns no size for ${key}.`);
    for (let first = 0; first < size; first += rangeBytes) {
      const last = Math.min(first + rangeBytes, size) - 1;
      // Prevents mixing the content with that of an object that replaces this one.
      const range = { ...target, Range: `bytes=${first}-${last}`, IfMatch: ETag };
      yield await this.#access.tried(key, ({ sdk, client }) =>
        readRange(sdk, client, range, last - first + 1),
      );
    }
  }

  /** Objects with this key prefix, ordered by key. */
  async list(prefix: string): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    for (let token: string | undefined, isMore = true; isMore;) {
      const place = { Bucket: this.#access.bucket, Prefix: prefix };
      const query = { ...place, MaxKeys: pageKeys, ContinuationToken: token };
      const page = await this.#tryList(prefix, ({ sdk, client }) =>
        client.send(new sdk.ListObjectsV2Command(query)),
      );
      found.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [{ key: Key }])));
      token = page.NextContinuationToken;
      isMore = page.IsTruncated === true && token !== undefined;
    }
    return found;
  }

  async remove(key: string): Promise<void> {
    const target = { Bucket: this.#access.bucket, Key: key };
    await this.#access.tried(key, ({ sdk, client }) => client.send(new sdk.DeleteObjectCommand(target)));
  }

  /** Deletes the parts that killed processes uploaded for keys with this prefix: they are stored and billed. */
  async abortUnfinished(prefix: string, isOurs: (key: string) => boolean): Promise<void> {
    const query = { Bucket: this.#access.bucket, Prefix: prefix };
    const page = await this.#tryList(prefix, ({ sdk, client }) =>
      client.send(new sdk.ListMultipartUploadsCommand(query)),
    ).catch((error: unknown) => {
      if (!isNotOffered(error)) throw error;
      // Such stores delete unfinished uploads by themselves, or keep none.
      return { Uploads: [] };
    });
    for (const { Key, UploadId } of page.Uploads ?? [])
      if (Key !== undefined && isOurs(Key))
        await this.#access.tried(Key, ({ sdk, client }) =>
          client.send(new sdk.AbortMultipartUploadCommand({ Bucket: query.Bucket, Key, UploadId })),
        );
  }

  /** If something is not found, it is the bucket. */
  async #tryList<T>(prefix: string, work: (opened: OpenedS3) => Promise<T>): Promise<T> {
    try {
      return await this.#access.tried(prefix, work);
    } catch (error) {
      if (!(error instanceof FileGoneError)) throw error;
      throw new StoreDownError(`There is no bucket ${this.#access.bucket}.`, { cause: error });
    }
  }
}

async function readRange(
  sdk: OpenedS3['sdk'],
  client: OpenedS3['client'],
  range: { Bucket: string; Key: string; Range: string; IfMatch: string | undefined },
  wanted: number,
): Promise<Buffer> {
  const { Body } = await client.send(new sdk.GetObjectCommand(range));
  // In Node the body is a stream; the library types what it is in browsers as well.
  const bytes = await buffer(Body as Readable);
  if (bytes.length !== wanted) throw new Error(`The store sent ${bytes.length} of ${wanted} bytes.`);
  return bytes;
}

/** Buffers one part, and uploads it when it is full. */
class MultipartUpload {
  readonly #access: S3Access;
  readonly #target: { Bucket: string; Key: string };
  readonly #parts: SentPart[] = [];
  #uploadId: string | undefined;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(access: S3Access, key: string) {
    this.#access = access;
    this.#target = { Bucket: access.bucket, Key: key };
  }

  async add(chunk: Buffer): Promise<void> {
    for (let left = chunk; left.length > 0;) {
      const room = partBytes(this.#parts.length + 1) - this.#size;
      const taken = left.subarray(0, room);
      // Copied: the caller may reuse its buffer.
      this.#chunks.push(Buffer.from(taken));
      this.#size += taken.length;
      left = left.subarray(taken.length);
      if (taken.length === room) await this.#send();
    }
  }

  async complete(): Promise<void> {
    if (this.#uploadId === undefined) return this.#putWhole();
    if (this.#size > 0) await this.#send();
    const command = { ...this.#target, UploadId: this.#uploadId, MultipartUpload: { Parts: this.#parts } };
    await this.#do(({ sdk, client }) => client.send(new sdk.CompleteMultipartUploadCommand(command)));
  }

  async abort(): Promise<void> {
    if (this.#uploadId === undefined) return;
    const command = { ...this.#target, UploadId: this.#uploadId };
    await this.#do(({ sdk, client }) => client.send(new sdk.AbortMultipartUploadCommand(command))).catch(
      () => undefined,
    );
  }

  async #send(): Promise<void> {
    this.#uploadId ??= await this.#begin();
    const PartNumber = this.#parts.length + 1;
    const command = { ...this.#target, ...this.#take(), UploadId: this.#uploadId, PartNumber };
    const { ETag } = await this.#do(({ sdk, client }) => client.send(new sdk.UploadPartCommand(command)));
    this.#parts.push({ ETag, PartNumber });
  }

  async #begin(): Promise<string> {
    const command = { ...this.#target, ContentType: 'application/octet-stream' };
    const { UploadId } = await this.#do(({ sdk, client }) =>
      client.send(new sdk.CreateMultipartUploadCommand(command)),
    );
    if (UploadId === undefined) throw new StoreDownError('The store began no upload.');
    return UploadId;
  }

  async #putWhole(): Promise<void> {
    const command = { ...this.#target, ...this.#take(), ContentType: 'application/octet-stream' };
    await this.#do(({ sdk, client }) => client.send(new sdk.PutObjectCommand(command)));
  }

  /** The store rejects content that does not match the hash. */
  #take() {
    const Body = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#size = 0;
    return { Body, ContentLength: Body.length, ContentMD5: createHash('md5').update(Body).digest('base64') };
  }

  #do<T>(work: (opened: OpenedS3) => Promise<T>): Promise<T> {
    return this.#access.tried(this.#target.Key, work);
  }
}

/** Some stores have only a part of the API: they answer 501, 405 or 400 with these names. */
function isNotOffered(error: unknown): boolean {
  const cause = wrappedError(error);
  const { name, $metadata } = fieldsIn(cause);
  return (
    fieldsIn($metadata).httpStatusCode === 501 || name === 'NotImplemented' || name === 'MethodNotAllowed'
  );
}
