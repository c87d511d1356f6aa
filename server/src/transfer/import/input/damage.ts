/** Wraps an export that may contain damaged files: lists are read as far as possible, and each damaged file is reported once. */
import { Readable } from 'node:stream';
import { fileFault } from '../../../lib/storage/faults.ts';
import { isTextFile, toUtf8 } from './encoding.ts';
import { DamagedEntry, type Input } from './input.ts';
import { errorMessage } from '../../../lib/thrown.ts';

/** Reads lists and messages. Uploaded files are read from the input itself, since half a file is useless. */
export function readingOn(input: Input, report: (place: string, reason: string) => void): Input {
  const reported = new Set<string>();
  const note = (path: string, error: unknown): void => {
    // An error of the disk is not damage: the file may be readable later.
    const fault = fileFault(error);
    if (fault) throw fault;
    if (reported.has(path)) return;
    reported.add(path);
    report(path, `The file is damaged: ${errorMessage(error)}`);
  };
  const noteText = (path: string, reason: string): void => {
    if (reported.has(path)) return;
    reported.add(path);
    report(path, reason);
  };
  const { readSmall } = input;
  return {
    ...input,
    async open(path, range) {
      if (range || !input.files.has(path)) return input.open(path, range);
      const chunks = untilDamage(input, path, note);
      const decoded = isTextFile(path) ? toUtf8(chunks, (reason) => noteText(path, reason)) : chunks;
      return Readable.from(decoded, { objectMode: false });
    },
    ...(readSmall && {
      readSmall: (path: string) =>
        readSmall(path)?.then(
          (bytes) => decodeSmall(path, bytes, noteText),
          (error: unknown) => {
            note(path, error);
            return error instanceof DamagedEntry
              ? decodeSmall(path, error.readable, noteText)
              : Buffer.alloc(0);
          },
        ),
    }),
  };
}

async function decodeSmall(
  path: string,
  bytes: Buffer,
  note: (path: string, reason: string) => void,
): Promise<Buffer> {
  if (!isTextFile(path)) return bytes;
  const parts = await Array.fromAsync(toUtf8([bytes], (reason) => note(path, reason)));
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

async function* untilDamage(
  input: Input,
  path: string,
  note: (path: string, error: unknown) => void,
): AsyncGenerator<Buffer> {
  // What ends the reading of the file from outside, such as a list that is complete, is no damage: only errors of the file count.
  let chunks: AsyncIterator<Buffer, undefined> | undefined;
  let isOver = false;
  const next = async (): Promise<Buffer | undefined> => {
    if (isOver) return undefined;
    try {
      chunks ??= (await input.open(path))[Symbol.asyncIterator]();
      const read: IteratorResult<Buffer, undefined> = await chunks.next();
      return read.value;
    } catch (error) {
      note(path, error);
      isOver = true;
      const { readable } = error instanceof DamagedEntry ? error : {};
      return readable && readable.length > 0 ? readable : undefined;
    }
  };
  try {
    for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
  } finally {
    await chunks?.return?.();
  }
}
