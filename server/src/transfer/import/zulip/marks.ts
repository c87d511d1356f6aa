/** Reads what each person has of a message: the rows of zerver_usermessage, which are many. */
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import type { MessageMark } from '../records.ts';
import type { Scratch } from '../scratch.ts';
import type { Tally } from '../reading/tally.ts';
import { id, number, type Row } from './tables.ts';
import { UsedRows } from './used-rows.ts';

const flag = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  topicWildcard: 32,
  group: 64,
  alertWord: 512,
  historical: 1024,
} as const;

const isMentioned = flag.mentioned | flag.group;
const rare = flag.starred | flag.collapsed | isMentioned | flag.topicWildcard | flag.alertWord;

/** Rows of history are of messages that someone has marked without having received them. */
export const isOfHistory = (row: Row): boolean => ((number(row.flags_mask) || 0) & flag.historical) !== 0;

export class Marks {
  readonly #scratch: Scratch;
  /** By message ID: the ID of a user, a space and the flags, of rows that say more than that it was read. */
  readonly #rows: SpillTable;
  readonly #used: UsedRows;

  constructor(scratch: Scratch, tally: Tally) {
    this.#used = new UsedRows(tally, 'zerver_usermessage', 'Their message does not come.');
    this.#scratch = scratch;
    this.#rows = scratch.table();
  }

  /** @returns undefined for most rows, of which nothing is kept */
  add(row: Row, place: string): Promise<void> | undefined {
    const mask = number(row.flags_mask) || 0;
    if ((mask & flag.read) !== 0 && (mask & rare) === 0) return undefined;
    this.#rows.add(id(row.message), `${id(row.user_profile)} ${mask}`);
    this.#used.add(place);
    return this.#scratch.count();
  }

  of(messageId: string): { starredBy: string[]; marks: MessageMark[] } {
    const starredBy: string[] = [];
    const marks: MessageMark[] = [];
    const rows = this.#rows.values(messageId);
    this.#used.use(rows.length);
    for (const stored of rows) {
      const space = stored.indexOf(' ');
      const person = stored.slice(0, space);
      const mask = Number(stored.slice(space + 1));
      if (mask & flag.starred) starredBy.push(person);
      const names = getNames(mask);
      if (names.length > 0) marks.push({ person, names });
    }
    return { starredBy, marks };
  }

  /** After the last message. */
  noteRest(): void {
    this.#used.noteRest();
  }
}

const getNames = (mask: number): MessageMark['names'] => [
  ...((mask & flag.read) === 0 ? (['unread'] as const) : []),
  ...(mask & isMentioned ? (['mentioned'] as const) : []),
  ...(mask & flag.topicWildcard ? (['topicWildcardMentioned'] as const) : []),
  ...(mask & flag.alertWord ? (['hasAlertWord'] as const) : []),
  ...(mask & flag.collapsed ? (['collapsed'] as const) : []),
];
