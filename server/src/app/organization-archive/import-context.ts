/** What an import knows while it reads rows: how IDs of the archive become IDs of this server. */
import type { Credentials } from '../../core/users/index.ts';
import type { Cell } from '../../lib/archive/rows.ts';
import { ArchiveError } from '../../lib/archive/reader.ts';
import { chunkSize } from '../../lib/bitmap/bitmap.ts';
import type { TableName } from './decision.ts';

export type ImportedRow = (column: string) => Cell;

interface IdRange {
  /** Added to each ID. */
  offset: number;
  /** The last ID that the source had assigned. */
  last: number;
}

export interface IdRanges {
  /** Of the source, and here. */
  organization: { from: number; to: number };
  /** The last ID that was assigned, by table. */
  source: Readonly<Record<string, number>>;
  target: Readonly<Record<string, number>>;
}

/** IDs of messages are kept in chunks of bitmaps, which stay as they are if whole chunks lie between old and new IDs. */
const roundUp = (id: number): number => Math.ceil(id / chunkSize) * chunkSize;

/**
 * IDs keep their order and distance: each becomes greater by the last ID that this server has assigned in the table. So
 * none meets a row of another organization, and an ID that names nothing in the archive names nothing here.
 */
export class IdMap {
  readonly organization: { from: number; to: number };
  readonly #ranges = new Map<string, IdRange>();

  constructor({ organization, source, target }: IdRanges) {
    this.organization = organization;
    for (const [table, last] of Object.entries(source)) {
      const taken = target[table] ?? 0;
      const offset = table === 'message' ? roundUp(taken) : taken;
      if (!(Number.isSafeInteger(last) && last >= 0 && Number.isSafeInteger(offset + last)))
        throw new ArchiveError(`The archive is damaged: its last ID of table ${table} is ${String(last)}.`);
      this.#ranges.set(table, { offset, last });
    }
  }

  /** The last ID of each table, so that none is assigned again. */
  get assigned(): [table: string, last: number][] {
    return [...this.#ranges].map(([table, { offset, last }]) => [table, offset + last]);
  }

  /** @returns undefined for what is no ID of the archive. */
  find(table: TableName, id: unknown): number | undefined {
    if (table === 'organization') return id === this.organization.from ? this.organization.to : undefined;
    const range = this.#ranges.get(table);
    const isKnown = range && typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= range.last;
    return isKnown ? id + range.offset : undefined;
  }

  /** @throws ArchiveError for what is no ID of the archive: it could be one of another organization. */
  get(table: TableName, id: Cell): number | null {
    if (id === null) return null;
    const found = this.find(table, id);
    if (found === undefined)
      throw new ArchiveError(`The archive is damaged: ${String(id)} is no ID of table ${table}.`);
    return found;
  }

  /** Of what is compared with IDs; a bound above all of them stays above all of them. */
  getBound(table: TableName, bound: Cell): number | null {
    if (bound === null || bound === 0) return bound;
    const range = this.#ranges.get(table) ?? { offset: 0, last: 0 };
    return Math.min(Math.max(Number(bound), 0), range.last + 1) + range.offset;
  }

  getChunk(chunk: Cell): number {
    return Number(chunk) + (this.#ranges.get('message')?.offset ?? 0) / chunkSize;
  }
}

/** What an organization becomes on this server. */
export interface NewPlace {
  name: string;
  subdomain: string;
  uuid: string;
  /** Where its event log continues. */
  position: number;
}

export interface ImportContext {
  ids: IdMap;
  place: NewPlace;
  /** New ones for each account, by its ID in the archive; the same for the same account. */
  credentials(id: number): Credentials;
  newToken(): string;
  /** Where links in texts led that name the organization by its address, and where they lead now. */
  urls: { from: string | undefined; to: string | undefined };
  /** Signs addresses of the media proxy, which are valid on one server only. */
  mediaUrl(url: string): string | undefined;
  /** IDs, as in the archive, of profile fields whose values are lists of people. */
  personFields: Set<number>;
}
