/**
 * Who received which messages, for people of channels with protected history: they may read there only what they received. Of
 * others no format needs it.
 */
import type { Channel } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';

interface Span {
  userId: number;
  from: number;
  to: number;
}

export class ReceivedMessages {
  /** By channel. */
  readonly #spans: ReadonlyMap<number, readonly Span[]>;
  readonly #protected: ReadonlySet<number>;
  /** People whose messages are all listed. */
  readonly people: ReadonlySet<number>;

  private constructor(
    spans: ReadonlyMap<number, readonly Span[]>,
    closed: ReadonlySet<number>,
    people: Set<number>,
  ) {
    this.#spans = spans;
    this.#protected = closed;
    this.people = people;
  }

  /** @param channels Those that are exported. */
  static async read(db: Db, channels: readonly Channel[]): Promise<ReceivedMessages> {
    const closed = channels.filter(({ isHistoryPublic }) => !isHistoryPublic).map(({ id }) => id);
    const members = await readSpans(db, closed);
    const people = new Set(members.map((row) => row.user_id));
    const rows =
      people.size === 0
        ? []
        : await readSpans(
            db,
            channels.map(({ id }) => id),
          );
    const spans = rows
      .filter((row) => people.has(row.user_id))
      .map((row) => ({
        channelId: row.channel_id,
        userId: row.user_id,
        from: row.from_message_id,
        to: row.to_message_id ?? Infinity,
      }));
    return new ReceivedMessages(
      Map.groupBy(spans, ({ channelId }) => channelId),
      new Set(closed),
      people,
    );
  }

  isProtected(channelId: number): boolean {
    return this.#protected.has(channelId);
  }

  /** Those of `people` who received a message of the channel. */
  receivers(channelId: number, messageId: number): Set<number> {
    const spans = this.#spans.get(channelId) ?? [];
    return new Set(
      spans.filter(({ from, to }) => from <= messageId && messageId < to).map(({ userId }) => userId),
    );
  }
}

const readSpans = (db: Db, channelIds: readonly number[]) =>
  db.q
    .selectFrom('membership')
    .select(['channel_id', 'user_id', 'from_message_id', 'to_message_id'])
    .where(inList(db.dialect, 'channel_id', channelIds))
    .execute();
