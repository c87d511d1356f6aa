/** What the process that reads an export and the server send each other. */
import type { spareBytes } from '../../../lib/files/free-space.ts';
import { StartRefused } from '../../../lib/start-refused.ts';
import { fileFault, StorageFault, type FaultKind } from '../../../lib/storage/faults.ts';
import { errorCode, errorMessage, toError } from '../../../lib/thrown.ts';
import type { FileRecord, SourceRecord } from '../records.ts';
import type { ExportFacts, ReadingOrder } from './reading.ts';

export interface StartOrder extends ReadingOrder {
  /** A folder for temporary files, which the server deletes. */
  folder: string;
  spare: keyof typeof spareBytes;
}

/** A request gets one reply, with the same number. */
export type ReaderRequest =
  | { kind: 'open'; order: StartOrder }
  /** The next records. */
  | { kind: 'next' }
  /** How much of the messages has been read. */
  | { kind: 'share' }
  | { kind: 'file'; file: FileRecord }
  /** The next bytes of a file. */
  | { kind: 'bytes'; file: number }
  | { kind: 'close'; file: number };

export interface ReplyByKind {
  open: ExportFacts;
  /** `undefined` after the last. */
  next: SourceRecord[] | undefined;
  share: number;
  file: number;
  bytes: Uint8Array | undefined;
  close: undefined;
}

export interface NumberedRequest {
  number: number;
  request: ReaderRequest;
}

export type ReaderReply = { number: number } & ({ value: unknown } | { failure: Failure });

/** An error as it is sent to the server, where each of these kinds has a meaning. */
interface Failure {
  kind: 'refused' | 'other' | { fault: FaultKind; code: string | undefined };
  message: string;
}

export function toFailure(error: unknown): Failure {
  const known = fileFault(error) ?? error;
  const message = errorMessage(error);
  if (known instanceof StorageFault)
    return { kind: { fault: known.kind, code: errorCode(known.cause) }, message };
  return { kind: known instanceof StartRefused ? 'refused' : 'other', message };
}

export function fromFailure({ kind, message }: Failure): Error {
  if (kind === 'refused') return new StartRefused(message);
  if (kind === 'other') return toError(message);
  return new StorageFault(kind.fault, Object.assign(new Error(message), { code: kind.code }));
}
