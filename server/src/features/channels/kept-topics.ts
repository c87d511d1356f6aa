/**
 * Caches topic lists of channels with very many topics, as bytes of the response. Commits determine which topics
 * changed; only these are read again for the next request. Lists that nobody requests are evicted.
 */
import type { Topic } from '../../../../wire/channels.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inTexts, topicListSql } from '../../db/sql.ts';
import { type AppContext, defineService } from '../../core/context/index.ts';
import { type LogEntry, isMessageEvent } from '../../core/log/index.ts';
import type { Encoded } from '../../http/route.ts';
import { nameKey } from '../../lib/text.ts';
import { parseStored } from '../../lib/json.ts';
import { TopicList } from './topic-list.ts';

/** With more changed topics than this, the list is evicted and rebuilt at the next request. */
const mostChanged = 5000;

export const keptTopics = defineService(({ db }: Pick<AppContext, 'db'>) => new KeptTopics(db.read));

interface CachedTopics {
  /** Keys of topics that changed since the list was made. */
  changed: Set<string>;
  /** Requests run one after the other, so that each sees what was committed before it. */
  turn: Promise<TopicList | undefined>;
  bytes: number;
}

class KeptTopics {
  /** Topics from which on a channel's list is cached. */
  least = 1000;
  /** Bytes of all lists together; the most recently used one is kept whatever its size. */
  most = 64 * 2 ** 20;
  readonly #db: Db;
  /** By channel, least recently used first. */
  readonly #kept = new Map<number, CachedTopics>();

  /** @param db Of committed rows. */
  constructor(db: Db) {
    this.#db = db;
  }

  /** Channels whose lists are cached. */
  get channels(): number[] {
    return [...this.#kept.keys()];
  }

  /** Called with committed entries in log order. */
  committed(entries: readonly LogEntry[]): void {
    if (this.#kept.size === 0) return;
    for (const { event, touched } of entries) {
      if (isMessageEvent(event)) this.#note(event.message.stream_id, () => [nameKey(event.message.subject)]);
      for (const [channelId, keys] of touched?.topics ?? []) this.#note(channelId, () => keys);
    }
  }

  /** Called when committed entries may have been missed. */
  missed(): void {
    this.#kept.clear();
  }

  /** All topics of a channel, most recent first; undefined for a channel with few topics. */
  async response(channelId: number, allowsEmpty: boolean): Promise<Encoded | undefined> {
    if (!this.#kept.has(channelId) && !(await this.#hasMany(channelId))) return undefined;
    const kept = this.#kept.get(channelId) ?? {
      changed: new Set<string>(),
      turn: Promise.resolve(undefined),
      bytes: 0,
    };
    this.#kept.delete(channelId);
    this.#kept.set(channelId, kept);
    kept.turn = kept.turn.then((list) => this.#current(channelId, kept, list));
    try {
      const list = await kept.turn;
      return list?.response(allowsEmpty);
    } catch (error) {
      if (this.#kept.get(channelId) === kept) this.#kept.delete(channelId);
      throw error;
    }
  }

  #note(channelId: number | undefined, keys: () => readonly string[]): void {
    const kept = channelId === undefined ? undefined : this.#kept.get(channelId);
    if (!kept || channelId === undefined) return;
    for (const key of keys()) kept.changed.add(key);
    if (kept.changed.size > mostChanged) this.#kept.delete(channelId);
  }

  async #hasMany(channelId: number): Promise<boolean> {
    const offset = this.least - 1;
    return (await this.#db.first(oneAfter, { channel_id: channelId, offset })) !== undefined;
  }

  /** Changes committed while rows are read are noted, and read for the next request. */
  async #current(channelId: number, kept: CachedTopics, list: TopicList | undefined): Promise<TopicList> {
    const current = list ?? (await this.#read(channelId));
    if (kept.changed.size > 0) {
      const keys = [...kept.changed];
      kept.changed.clear();
      current.change(await this.#topics(channelId, keys));
    }
    kept.bytes = current.bytes;
    this.#makeRoom();
    return current;
  }

  async #read(channelId: number): Promise<TopicList> {
    const [row] = await this.#db.connection.query(topicListSql(this.#db.dialect), ['', channelId, 0]);
    return TopicList.of(parseStored<Topic[]>(String(row?.topics)));
  }

  async #topics(channelId: number, keys: readonly string[]): Promise<Map<string, Topic | undefined>> {
    const rows = await this.#db.q
      .selectFrom('topic')
      .select(['topic_key', 'name', 'last_message_id as max_id'])
      .where('channel_id', '=', channelId)
      .where(inTexts(this.#db.dialect, 'topic_key', keys))
      .execute();
    const topics = new Map<string, Topic | undefined>(keys.map((key) => [key, undefined]));
    for (const { topic_key, name, max_id } of rows) topics.set(topic_key, { name, max_id });
    return topics;
  }

  #makeRoom(): void {
    let bytes = 0;
    for (const kept of this.#kept.values()) bytes += kept.bytes;
    for (const [channelId, kept] of this.#kept) {
      if (bytes <= this.most || this.#kept.size === 1) return;
      this.#kept.delete(channelId);
      bytes -= kept.bytes;
    }
  }
}

const oneAfter = prepared<{ channel_id: number; offset: number }>()((q, p) =>
  q
    .selectFrom('topic')
    .select('last_message_id')
    .where('channel_id', '=', p.channel_id)
    .orderBy('last_message_id', 'desc')
    .limit(1)
    .offset(p.offset),
);
