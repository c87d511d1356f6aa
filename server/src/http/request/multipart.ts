/** Multipart forms: fields become parameters, files are written to disk while they arrive, for endpoints that accept them. */
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Incoming } from '../../lib/files/incoming.ts';
import type { AppContext } from '../../core/context/index.ts';
import { fileFault } from '../../lib/storage/faults.ts';
import { apiError, type ApiError } from '../../lib/errors.ts';
import { areTooSmall, bodyLimits } from '../limits.ts';
import { setParam, type RawParams } from './params.ts';
import { EndedEarlyError, Reception } from './reception.ts';
import type { ReceivedFile } from '../route.ts';
import { isUtf8 } from 'node:buffer';

export async function parseMultipart(
  { files: { incoming } }: AppContext,
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
): Promise<RawParams> {
  const { largestFile } = request;
  const parser = newParser(request.headers['content-type'] ?? '');
  const reception = new Reception(request.raw);
  const files = new FileParts(incoming, reception, largestFile);
  const fields = new FieldParts(reception);
  parser.on('file', (field, stream, name, _encoding, type) => {
    if (isFile(name, type)) files.take(stream, name, type);
    else fields.take(field, stream);
  });
  // Twice the limit: a body that is a little too large is read to its end, so that the client gets the error.
  const end = findEnd(parser, payload, reception, 2 * (largestFile ?? 0) + bodyLimits.bytes);
  try {
    await reception.during(end.then(() => files.written()));
    const params = fields.params();
    request.files = files.received;
    return params;
  } catch (error) {
    payload.unpipe(parser);
    payload.resume();
    parser.destroy();
    await files.discard();
    throw error;
  }
}

const isFile = (name: string | undefined, contentType: string): boolean =>
  name !== undefined || contentType === 'application/octet-stream';

/** The fields of a body, kept as bytes until it is complete. */
class FieldParts {
  readonly #reception: Reception;
  readonly #parts: { name: string; chunks: Buffer[] }[] = [];
  #bytes = 0;

  constructor(reception: Reception) {
    this.#reception = reception;
  }

  take(name: string, stream: Readable): void {
    const chunks: Buffer[] = [];
    this.#parts.push({ name, chunks });
    stream.on('error', () => this.#reception.fail(new EndedEarlyError()));
    stream.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > bodyLimits.bytes) this.#reception.fail(apiError('requests.body-too-large'));
      else chunks.push(chunk);
    });
  }

  /** @throws ApiError 400 */
  params(): RawParams {
    const params: RawParams = new Map();
    for (const { name, chunks } of this.#parts) setParam(params, name, getText(Buffer.concat(chunks)));
    return params;
  }
}

/** The files of a body: the first is kept if the endpoint accepts one, others are read and discarded. */
class FileParts {
  readonly received: ReceivedFile[] = [];
  readonly #incoming: Incoming;
  readonly #reception: Reception;
  readonly #largest: number | undefined;
  #writing: Promise<void> | undefined;

  constructor(incoming: Incoming, reception: Reception, largest: number | undefined) {
    this.#incoming = incoming;
    this.#reception = reception;
    this.#largest = largest;
  }

  take(stream: Readable, name: string, contentType: string): void {
    // A truncated part only fails through its own stream, and so does a failing disk.
    stream.on('error', (error) => this.#reception.fail(fileFault(error) ?? new EndedEarlyError()));
    const received: ReceivedFile = { name, contentType, file: undefined };
    this.received.push(received);
    if (this.#largest === undefined || this.#writing) {
      stream.resume();
      return;
    }
    this.#writing = this.#write(received, stream, this.#largest);
    // The rest of the body may take long: a client whose file cannot be stored gets the error immediately.
    this.#writing.catch(this.#reception.fail);
  }

  async #write(received: ReceivedFile, stream: Readable, largest: number): Promise<void> {
    received.file = await this.#incoming.receive(stream, largest, this.#reception.signal);
  }

  async written(): Promise<void> {
    await this.#writing;
  }

  /** After a failure, once nothing is being written. */
  async discard(): Promise<void> {
    await Promise.allSettled([this.#writing]);
    for (const { file } of this.received) if (file) await this.#incoming.discard(file.path);
  }
}

function newParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { parts: bodyLimits.parts, headerPairs: 100 },
      // Fields are read as bytes, too: as text, invalid UTF-8 would be replaced.
      isPartAFile: () => true,
    });
  } catch {
    throw apiError('requests.no-boundary');
  }
}

function findEnd(
  parser: BusboyInstance,
  payload: NodeJS.ReadableStream,
  reception: Reception,
  mostBytes: number,
): Promise<undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  parser.on('partsLimit', () => reject(apiError('requests.too-many-parameters')));
  parser.on('finish', () => resolve(undefined));
  parser.on('error', () => reject(apiError('requests.malformed-multipart')));
  let [bytes, pieces] = [0, 0];
  payload.on('data', (chunk: Buffer) => {
    reception.noteData();
    bytes += chunk.length;
    if (bytes > mostBytes) reject(apiError('requests.body-too-large'));
    // Each piece is as much work for the parser as a large one.
    if (areTooSmall(++pieces, bytes)) reject(apiError('requests.malformed-multipart'));
  });
  payload.pipe(parser);
  takeTurns(payload, parser);
  return promise;
}

/**
 * Reads one chunk in each turn of the event loop. The runtime would read up to two megabytes from a connection, and the parser makes a piece
 * of every few bytes that could begin a boundary.
 */
function takeTurns(payload: NodeJS.ReadableStream, parser: BusboyInstance): void {
  payload.on('data', () => {
    payload.pause();
    // Until a slow disk has taken what was read, the pipe waits.
    setImmediate(() => parser.writableNeedDrain || payload.resume());
  });
}

// Decodes text. Invalid UTF-8 is refused instead of repaired, which would store something that nobody sent.

/** @throws ApiError 400 */
export function getText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8('The request body');
  return bytes.toString('utf8');
}

export const notUtf8 = (what: string): ApiError => apiError('requests.not-utf8', { what });
