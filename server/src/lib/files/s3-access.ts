/** A connection to an S3-compatible store, with our own retries. */
import type { S3Client } from '@aws-sdk/client-s3';
import { pipeline, Readable, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import '../net/interim-responses.ts';
import { FileGoneError, StoreDownError } from './store.ts';
import { valueAt } from '../json.ts';
import { fieldsIn } from '../objects.ts';

/** Pauses between attempts. */
const pausesMs = [200, 1000];
/** No attempt for what people wait for begins later, so that a store that accepts connections and never responds has failed within ten seconds. */
const lastAttemptMs = 3500;
const defaultSilenceMs = 6400;

export interface S3Settings {
  bucket: string;
  region: string;
  /** Default: AWS. */
  endpoint: string | undefined;
  /** Both or none: without them, the machine's own credentials are used. */
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  pathStyle: boolean;
}

export interface OpenedS3 {
  sdk: typeof import('@aws-sdk/client-s3');
  client: S3Client;
}

export class S3Access {
  readonly #settings: S3Settings;
  readonly #silenceMs: number;
  readonly #lastAttemptMs: number;
  #opened: Promise<OpenedS3> | undefined;

  /** @param silenceMs If nothing is received for this time, the store counts as unavailable. */
  constructor(settings: S3Settings, silenceMs = defaultSilenceMs, lastAttempt = lastAttemptMs) {
    this.#settings = settings;
    this.#lastAttemptMs = lastAttempt;
    this.#silenceMs = silenceMs;
  }

  get bucket(): string {
    return this.#settings.bucket;
  }

  get silenceMs(): number {
    return this.#silenceMs;
  }

  /** Retries a few times, since distributed stores fail occasionally. @throws FileGoneError, StoreDownError */
  async tried<T>(key: string, work: (opened: OpenedS3) => Promise<T>): Promise<T> {
    const begun = performance.now();
    for (let tries = 0; ; tries++) {
      try {
        return await work(await (this.#opened ??= this.#open()));
      } catch (error) {
        const status = readStatus(error);
        if (status === 404) throw new FileGoneError(`There is no file ${key}.`, { cause: error });
        const pause = pausesMs[tries];
        const isRefused = status !== undefined && status < 500 && status !== 429;
        if (pause === undefined || isRefused || performance.now() - begun + pause > this.#lastAttemptMs)
          throw new StoreDownError(`The store failed${key === '' ? '' : ` with ${key}`}.`, { cause: error });
        await sleep(pause);
      }
    }
  }

  /** Loaded by the first request: it is large, and most servers do not use S3. */
  async #open(): Promise<OpenedS3> {
    const sdk = await import('@aws-sdk/client-s3');
    const { region, endpoint, accessKeyId, secretAccessKey, pathStyle } = this.#settings;
    const client = new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(accessKeyId !== undefined && secretAccessKey !== undefined
        ? { credentials: { accessKeyId, secretAccessKey } }
        : {}),
      // A stream cannot be sent twice, so retries and errors are handled here.
      maxAttempts: 1,
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      // Not all stores support the newer checksums; all support MD5.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: 5000,
        requestTimeout: this.#silenceMs,
        throwOnRequestTimeout: true,
      },
    });
    limitResponses(client);
    return { sdk, client };
  }
}

/** The SDK parses a response as a whole, so pages are small: 2 KB for each key with what is said of it. */
export const pageKeys = 250;
const largestBytes = { listing: 512 * 1024, error: 64 * 1024 };

/** Files are streamed to where they are needed; what the SDK reads into memory by itself, listings and errors, has a limit. */
function limitResponses({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { statusCode, body } = fieldsIn(result.response);
        const isError = typeof statusCode !== 'number' || statusCode >= 300;
        if ((isError || commandName !== 'GetObjectCommand') && body instanceof Readable)
          Object.assign(result.response as object, {
            body: limited(body, largestBytes[isError ? 'error' : 'listing']),
          });
        return result;
      },
    // Between the network and what parses the response.
    { step: 'deserialize', priority: 'low', name: 'limitResponses' },
  );
}

function limited(body: Readable, most: number): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes > most) done(new Error(`The store sent more than ${most} bytes.`));
      else done(null, chunk);
    },
  });
  // Ends both if one of them fails. The error arrives where the result is read.
  return pipeline(body, limit, () => undefined);
}

/** Keys with this prefix, in order. @throws StoreDownError */
export async function listKeys(access: S3Access, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for (let token: string | undefined, isMore = true; isMore;) {
    const query = { Bucket: access.bucket, Prefix: prefix, MaxKeys: pageKeys, ContinuationToken: token };
    const page = await access.tried(prefix, ({ sdk, client }) =>
      client.send(new sdk.ListObjectsV2Command(query)),
    );
    keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
    token = page.NextContinuationToken;
    isMore = page.IsTruncated === true && token !== undefined;
  }
  return keys;
}

const quiet = (): void => undefined;

function readStatus(error: unknown): number | undefined {
  const status = valueAt(error, '$metadata', 'httpStatusCode');
  return typeof status === 'number' ? status : undefined;
}
