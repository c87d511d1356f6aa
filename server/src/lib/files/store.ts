/** The interface of stores for uploaded files, by key: `2/ab/…/name`. */
import type { Readable } from 'node:stream';

/** A complete file in the folder for incoming files. */
export interface LocalFile {
  path: string;
  size: number;
  /** MD5 of the content, in base64. */
  md5: string;
}

/** The first and the last byte, zero-based and inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

export interface FileStore {
  /** Moves the file into the store. When this resolves, it is durable under its key; on failure it does not exist there. */
  put(key: string, file: LocalFile, contentType: string): Promise<void>;
  /** Exactly the requested bytes, or an error while reading. @throws FileGoneError */
  read(key: string, range: ByteRange): Promise<Readable>;
  /** Size in bytes. @throws FileGoneError */
  getSize(key: string): Promise<number>;
  /** The file's path on this machine for random access; absent for remote stores. */
  localPath?(key: string): string;
  /** Removing a file that does not exist is no error. */
  remove(key: string): Promise<void>;
}

/** The store does not respond, or not correctly: a later attempt may succeed. */
export class StoreDownError extends Error {
  override readonly name = 'StoreDownError';
}

export class FileGoneError extends Error {
  override readonly name = 'FileGoneError';
}
