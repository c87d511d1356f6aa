/** Multipart forms: fields are parameters, files go to disk as they arrive, for the endpoints that take any. */
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Heddle } from '../heddle.ts';
import { ApiError } from './errors.ts';
import { bodyLimits } from './limits.ts';
import type { RawParams } from './params.ts';
import type { ReceivedFile } from './route.ts';

/** With nothing coming for so long, the sender is gone. */
const longestSilenceMs = 30_000;

export async function parseMultipart(
  heddle: Heddle,
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
): Promise<RawParams> {
  const { largestFile } = request;
  const parser = newParser(request.headers['content-type'] ?? '');
  const files: ReceivedFile[] = [];
  const streams: Readable[] = [];
  const writing: Promise<void>[] = [];
  const { incoming } = heddle.files;
  parser.on('file', (_field, stream, name, _encoding, contentType) => {
    const received: ReceivedFile = { name, contentType, file: undefined };
    files.push(received);
    if (largestFile === undefined || files.length > 1) {
      stream.resume();
      return;
    }
    streams.push(stream);
    const receive = async () => {
      received.file = await incoming.receive(stream, largestFile);
    };
    writing.push(receive());
  });
  try {
    // Twice: what is a little too large is read to its end and refused in words.
    const params = await fieldsOf(parser, payload, 2 * (largestFile ?? 0) + bodyLimits.bytes);
    await Promise.all(writing);
    request.files = files;
    return params;
  } catch (error) {
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(writing);
    for (const { file } of files) if (file) await incoming.discard(file.path);
    throw error;
  }
}

function newParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fields: bodyLimits.fields,
        fieldSize: bodyLimits.bytes,
        parts: bodyLimits.fields,
        headerPairs: 100,
      },
    });
  } catch {
    throw new ApiError('BAD_REQUEST', 'The multipart body has no valid boundary.');
  }
}

function fieldsOf(
  parser: BusboyInstance,
  payload: NodeJS.ReadableStream,
  mostBytes: number,
): Promise<RawParams> {
  const { promise, resolve, reject } = Promise.withResolvers<RawParams>();
  const params: RawParams = new Map();
  const refuse = (error: ApiError) => {
    payload.unpipe(parser);
    payload.resume();
    parser.destroy();
    reject(error);
  };
  const tooLarge = (message: string) => refuse(new ApiError('PAYLOAD_TOO_LARGE', message));
  const badForm = (message: string) => refuse(new ApiError('BAD_REQUEST', message));
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) tooLarge('The request body is too large.');
    params.set(name, value);
  });
  parser.on('fieldsLimit', () => tooLarge('Too many parameters.'));
  parser.on('partsLimit', () => tooLarge('Too many parameters.'));
  parser.on('finish', () => resolve(params));
  parser.on('error', () => badForm('The multipart body is not well formed.'));
  let bytes = 0;
  const silence = setTimeout(() => badForm('The request ended early.'), longestSilenceMs);
  payload.on('data', (chunk: Buffer) => {
    silence.refresh();
    bytes += chunk.length;
    if (bytes > mostBytes) tooLarge('The request body is too large.');
  });
  payload.on('aborted', () => badForm('The request ended early.'));
  payload.pipe(parser);
  return promise.finally(() => clearTimeout(silence));
}
