/** Generates the messages of a large organization in batches, in the order of their ids. */
import type { Bulk, BulkTable } from '../../db/bulk.ts';
import { flagTable, messageTable } from '../../db/schema/bulk-tables.ts';
import { memberKey } from '../../core/messages/index.ts';
import { flagBit, trait } from '../../core/read-state/index.ts';
import {
  renderMessage,
  renderVersion,
  type MentionSource,
  type Rendered,
} from '../../lib/markdown/render.ts';
import { searchLine } from '../../lib/search/line.ts';
import { nameKey } from '../../lib/text.ts';
import type { DemoRoom } from './large-channels.ts';
import type { DemoPeople } from './large-people.ts';
import type { DemoSize } from './size.ts';
import { Zipf, type Chance } from './random.ts';
import { TextGenerator, type NamedUser } from './writing.ts';

const topic: BulkTable = {
  name: 'topic',
  columns: { channel_id: 'int', topic_key: 'text', name: 'text', last_message_id: 'int' },
};
const direct: BulkTable = { name: 'direct', columns: { id: 'int', org_id: 'int', member_key: 'text' } };
const directMember: BulkTable = { name: 'direct_member', columns: { user_id: 'int', direct_id: 'int' } };

const span = 2 * 365 * 86_400_000;
const directShare = 0.15;
/** A topic has 25 messages on average, and a dozen are active at the same time. */
const newTopicShare = 0.04;
const openTopics = 12;
const rowsAtOnce = 20_000;

interface Topic {
  name: string;
  key: string;
  lastMessageId: number;
}

interface RoomHistory {
  room: DemoRoom;
  firstMessageId: number | null;
  topics: Map<string, Topic>;
  open: Topic[];
}

interface Direct {
  id: number;
  people: readonly NamedUser[];
}

type Row = (number | string | null)[];

interface MessagePlace {
  channelId: number | null;
  directId: number | null;
  topicName: string;
  topicKey: string;
}

export class History {
  readonly #bulk: Bulk;
  readonly #crowd: DemoPeople;
  readonly #size: DemoSize;
  readonly #chance: Chance;
  readonly #pen: TextGenerator;
  readonly #talks: RoomHistory[];
  readonly #channels: Zipf;
  readonly directs: Direct[] = [];
  #directs = new Zipf(1, 1);
  readonly #names: MentionSource;
  #lastId = 0;

  constructor(bulk: Bulk, crowd: DemoPeople, rooms: readonly DemoRoom[], size: DemoSize, chance: Chance) {
    this.#bulk = bulk;
    this.#crowd = crowd;
    this.#size = size;
    this.#chance = chance;
    this.#pen = new TextGenerator(chance);
    this.#talks = rooms.map((room) => ({ room, firstMessageId: null, topics: new Map(), open: [] }));
    this.#channels = new Zipf(rooms.length, 1);
    const byId = new Map(crowd.people.map((person) => [person.id, person]));
    this.#names = {
      userByName: () => undefined,
      userById: (id) => byId.get(id),
      groupByName: () => undefined,
      channelByName: () => undefined,
    };
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** The share of all messages that are in the largest channels. */
  shareOfLargest(channels: number): number {
    return (1 - directShare) * this.#channels.share(Math.min(channels, this.#talks.length));
  }

  /** Two direct conversations per person, most of them one-to-one. */
  async makeDirects(): Promise<void> {
    const { people, orgId } = this.#crowd;
    const byKey = new Map<string, readonly NamedUser[]>();
    for (let i = 0; i < 2 * people.length; i++) {
      const some = this.#chance.few(people, this.#chance.is(0.15) ? 3 + this.#chance.below(4) : 2);
      byKey.set(memberKey(some.map(({ id }) => id)), some);
    }
    const keys = [...byKey];
    for (const [index, [, some]] of keys.entries()) this.directs.push({ id: index + 1, people: some });
    this.#directs = new Zipf(Math.max(1, this.directs.length), 0.9);
    await this.#insertAll(
      direct,
      keys.map(([key], index) => [index + 1, orgId, key]),
    );
    await this.#insertAll(
      directMember,
      this.directs.flatMap(({ id, people: some }) => some.map((person) => [person.id, id])),
    );
  }

  async write(count: number): Promise<void> {
    const rows: Row[] = [];
    const words: [number, string][] = [];
    const flags: Row[] = [];
    for (let i = 0; i < count; i++) {
      const id = ++this.#lastId;
      const written = this.#chance.is(directShare)
        ? this.#writeDirect(id, flags)
        : this.#writeInChannel(id, flags);
      rows.push(written);
      words.push([id, getLine(written)]);
    }
    await this.#bulk.together(async () => {
      await this.#bulk.insert(messageTable, rows);
      await this.#bulk.insertSearch(words);
      await this.#bulk.insert(flagTable, flags);
    });
  }

  /** Writes the statistics of channels and topics once all messages are written. */
  async finish(): Promise<void> {
    const topics: Row[] = [];
    for (const { room, topics: some } of this.#talks)
      for (const { key, name, lastMessageId } of some.values())
        topics.push([room.channelId, key, name, lastMessageId]);
    await this.#insertAll(topic, topics);
    await this.#bulk.together(async () => {
      for (const { room, firstMessageId } of this.#talks)
        await this.#bulk.read.q
          .updateTable('channel')
          .set({ first_message_id: firstMessageId })
          .where('id', '=', room.channelId)
          .execute();
    });
  }

  #writeInChannel(id: number, flags: Row[]): Row {
    const talk = at(this.#talks, this.#channels.pick(this.#chance));
    talk.firstMessageId ??= id;
    const { members, channelId } = talk.room;
    const sender = this.#talker(members);
    const { name, key } = this.#topicFor(talk, id);
    return this.#row(id, sender, members, flags, {
      channelId,
      directId: null,
      topicName: name,
      topicKey: key,
    });
  }

  #writeDirect(id: number, flags: Row[]): Row {
    const { id: directId, people } = at(this.directs, this.#directs.pick(this.#chance));
    const place = { channelId: null, directId, topicName: '', topicKey: '' };
    return this.#row(id, this.#chance.pick(people), people, flags, place);
  }

  /** A few people send most of the messages. */
  #talker(members: readonly NamedUser[]): NamedUser {
    return at(members, Math.floor(members.length * this.#chance.next() ** 2.5));
  }

  #topicFor({ open, topics }: RoomHistory, id: number): Topic {
    const begins = open.length === 0 || this.#chance.is(newTopicShare);
    const found = begins
      ? this.#newTopic(topics)
      : at(open, Math.floor(open.length * this.#chance.next() ** 2));
    if (begins) open.unshift(found);
    if (open.length > openTopics) open.pop();
    found.lastMessageId = id;
    return found;
  }

  #newTopic(topics: RoomHistory['topics']): Topic {
    const name = this.#pen.topic();
    const key = nameKey(name);
    const made = topics.get(key) ?? { name, key, lastMessageId: 0 };
    topics.set(key, made);
    return made;
  }

  #row(
    id: number,
    sender: NamedUser,
    others: readonly NamedUser[],
    flags: Row[],
    { channelId, directId, topicName, topicKey }: MessagePlace,
  ): Row {
    const content = this.#pen.message(() => this.#chance.pick(others));
    const rendered = renderMessage(content, this.#names);
    for (const userId of rendered.mentionedUsers)
      if (userId !== sender.id) flags.push([userId, id, flagBit.mentioned]);
    if (this.#chance.is(0.002)) flags.push([sender.id, id, flagBit.starred]);
    const { orgId, now } = this.#crowd;
    const sentAt = Math.floor(now - span * (1 - id / this.#size.messages));
    return [
      id,
      orgId,
      channelId,
      directId,
      sender.id,
      topicName,
      topicKey,
      content,
      rendered.html,
      renderVersion,
      'demo',
      sentAt,
      getTraits(rendered),
    ];
  }

  async #insertAll(table: BulkTable, rows: readonly Row[]): Promise<void> {
    for (let start = 0; start < rows.length; start += rowsAtOnce)
      await this.#bulk.together(() => this.#bulk.insert(table, rows.slice(start, start + rowsAtOnce)));
  }
}

const getTraits = ({ isMe, hasLink }: Rendered): number =>
  (isMe ? trait.isMe : 0) | (hasLink ? trait.hasLink : 0);

function getLine([, , channelId, directId, senderId, topicName, , content, rendered]: Row): string {
  return searchLine({
    place: channelId === null ? { directId: Number(directId) } : { channelId: Number(channelId) },
    senderId: Number(senderId),
    topic: String(topicName),
    content: String(content),
    rendered: String(rendered),
  });
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`There is no number ${index} of ${list.length}.`);
  return found;
}
