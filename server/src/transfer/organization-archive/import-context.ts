/** The state of an import: how IDs of the archive are mapped to IDs of this server. */
import type { Credentials } from '../../core/users/index.ts';
import type { Cell } from '../../lib/archive/rows.ts';
import { ArchiveError } from '../../lib/archive/reader.ts';
import { chunkSize } from '../../lib/bitmap/bitmap.ts';
import type { TableName } from './decision.ts';

export type ImportedRow = (column: string) => Cell;

interface IdRange {
  /** Added to each ID. */
  offset: number;
  /** The last ID that the source assigned. */
  last: number;
}

export interface IdRanges {
  /** IDs in the source and on this server. */
  organization: { from: number; to: number };
  /** The last assigned IDs of the source by table. */
  source: Readonly<Record<string, number>>;
  target: Readonly<Record<string, number>>;
}

/** Read state is stored in chunks of message IDs, which can be copied if an offset is a multiple of their size. */
const roundUp = (id: number): number => Math.ceil(id / chunkSize) * chunkSize;

/**
 * IDs keep their order and distance: the last ID that this server assigned in the table is added to each. So none
 * collides with a row of another organization, and an ID that is missing in the archive is missing here.
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

  /** The last ID of each table, from which numbering continues. */
  get assigned(): [table: string, last: number][] {
    return [...this.#ranges].map(([table, { offset, last }]) => [table, offset + last]);
  }

  /** @returns undefined for an ID that the archive does not contain. */
  find(table: TableName, id: unknown): number | undefined {
    if (table === 'organization') return id === this.organization.from ? this.organization.to : undefined;
    const range = this.#ranges.get(table);
    const isKnown = range && typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= range.last;
    return isKnown ? id + range.offset : undefined;
  }

  /** @throws ArchiveError for an ID that the archive does not contain: it could belong to another organization. */
  get(table: TableName, id: Cell): number | null {
    if (id === null) return null;
    const found = this.find(table, id);
    if (found === undefined)
      throw new ArchiveError(`The archive is damaged: ${String(id)} is no ID of table ${table}.`);
    return found;
  }

  /** Maps a bound for comparisons with IDs; one above all IDs stays above all of them. */
  getBound(table: TableName, bound: Cell): number | null {
    if (bound === null || bound === 0) return bound;
    const range = this.#ranges.get(table) ?? { offset: 0, last: 0 };
    return Math.min(Math.max(Number(bound), 0), range.last + 1) + range.offset;
  }

  getChunk(chunk: Cell): number {
    return Number(chunk) + (this.#ranges.get('message')?.offset ?? 0) / chunkSize;
  }
}

/** The identity of the imported organization on this server. */
interface NewPlace {
  name: string;
  subdomain: string;
  uuid: string;
  /** Position at which its event log continues. */
  position: number;
}

export interface ImportContext {
  ids: IdMap;
  place: NewPlace;
  /** New credentials of an account, by its ID in the archive; always the same for one account. */
  credentials(id: number): Credentials;
  newToken(): string;
  /** The organization's URL in links, before and after. */
  urls: { from: string | undefined; to: string | undefined };
  /** Signs addresses of the media proxy, which are specific to a server. */
  mediaUrl(url: string): string | undefined;
  /** IDs in the archive of profile fields whose values are lists of people. */
  personFields: Set<number>;
}
