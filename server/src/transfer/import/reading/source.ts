/** What a reader makes of an export. */
import type { ReadShare } from './share.ts';
import type { Readable } from 'node:stream';
import type { AccessFates } from '../access-topics.ts';
import type { Product } from '../options.ts';
import type { FileRecord, Records, SourceId } from '../records.ts';

/** By what an export is recognized that may not say of which workspace it is. */
export interface Likeness {
  /** Whether `origin` is of the workspace itself. */
  isNamed: boolean;
  /** IDs of some conversations and messages. */
  places: readonly SourceId[];
  messages: readonly SourceId[];
}

/** With the reason why such files do not come; without one if they say nothing more, or are read when a record needs them. */
export interface FileFate {
  paths: RegExp;
  without?: string;
}

/** An export of another product. */
export interface Source {
  product: Product;
  /** Identifies the workspace among those of the product; the same in each of its exports. */
  origin: string;
  likeness?: Likeness;
  /** Whether messages are in chronological order, and what they need comes before them. */
  isInOrder: boolean;
  /** What becomes of what decides about access there. */
  access: AccessFates;
  /** Topic for messages outside threads. */
  topic: string;
  /** @param share Counted by a reader whose messages are in order. */
  records(share: ReadShare): Records;
  /** What becomes of files that are not read with the records: the first that matches. */
  otherFiles?: readonly FileFate[];
  /** Opens a file that is neither part of the export nor at an address. @throws Error with the reason. */
  openFile?(file: FileRecord): Promise<Readable>;
}
