/** Reads the BSON documents of a file written by `mongodump`. */
import type { Document } from 'bson';
import { errorMessage } from '../../../lib/thrown.ts';

interface DumpedDocument {
  document: Document;
  number: number;
  /** Offset in the file. */
  start: number;
  length: number;
}

export type DumpedOrFault = DumpedDocument | { fault: string; number: number };

/** MongoDB allows 16 MiB. */
const mostBytes = 17 * 1024 * 1024;
const leastBytes = 5;

export async function* documents(chunks: AsyncIterable<Buffer>): AsyncGenerator<DumpedOrFault> {
  const { deserialize } = await import('bson');
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  let number = 0;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= 4) {
      const length = rest.readInt32LE(0);
      // The next document begins where this one ends: after a wrong length nothing can be read.
      if (length < leastBytes || length > mostBytes) {
        yield { fault: 'The file is damaged from here on.', number: number + 1 };
        return;
      }
      if (rest.length < length) break;
      number++;
      try {
        yield {
          document: deserialize(rest.subarray(0, length), { promoteBuffers: true }),
          number,
          start,
          length,
        };
      } catch (error) {
        yield { fault: errorMessage(error), number };
      }
      rest = rest.subarray(length);
      start += length;
    }
  }
  if (rest.length > 0) yield { fault: 'The file ends in the middle.', number: number + 1 };
}
