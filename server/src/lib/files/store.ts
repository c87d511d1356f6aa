/** Where uploaded files are kept, by key: `2/ab/…/name`. */
import type { Readable } from 'node:stream';

/** A whole file in the folder for incoming ones. */
export interface LocalFile {
  path: string;
  size: number;
  /** Of its bytes, in base64. */
  md5: string;
}

/** The first and the last byte, both counted from 0 and both included. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface FileStore {
  /** Takes the file away from where it lies. When this resolves, the file is durable under its key; else it is not there. */
  put(key: string, file: LocalFile, contentType: string): Promise<void>;
  /** Exactly the bytes asked for, or an error while they are read. @throws FileGoneError */
  read(key: string, range: ByteRange): Promise<Readable>;
  /** In bytes. @throws FileGoneError */
  getSize(key: string): Promise<number>;
  /** Where the file is on this machine, for what reads it at many places; absent where it is elsewhere. */
  localPath?(key: string): string;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
}

/** The store does not respond, or not as it should: trying again later may help. */
export class StoreDownError extends Error {
  override readonly name = 'StoreDownError';
}

export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
}
