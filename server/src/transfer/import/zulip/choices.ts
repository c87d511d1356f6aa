/** Reads what members chose for a channel: a row of zerver_subscription for each, which are many. */
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import type { MemberChoices } from '../records.ts';
import type { Scratch } from '../scratch.ts';
import { id, text, type Row } from './tables.ts';

export class Choices {
  readonly #scratch: Scratch;
  /** By channel ID: the ID of a user and the choices, as JSON. */
  readonly #stored: SpillTable;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#stored = scratch.table();
  }

  async add(channelId: string, row: Row): Promise<void> {
    this.#stored.add(channelId, JSON.stringify([id(row.user_profile), getChoices(row)]));
    await this.#scratch.count();
  }

  of(channelId: string): Map<string, MemberChoices> {
    return new Map(this.#stored.values(channelId).map((one) => JSON.parse(one) as [string, MemberChoices]));
  }
}

const orNull = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

const getChoices = (row: Row): MemberChoices => ({
  color: text(row.color),
  isMuted: row.is_muted === true || row.in_home_view === false,
  isPinned: row.pin_to_top === true,
  desktop: orNull(row.desktop_notifications),
  audible: orNull(row.audible_notifications),
  push: orNull(row.push_notifications),
  email: orNull(row.email_notifications),
  wildcards: orNull(row.wildcard_mentions_notify),
});
