/** A conversation that has something for every narrow, as facts, and the people who look for it. */
import assert from 'node:assert/strict';
import { toRecord } from '../../server/src/lib/objects.ts';
import { addChannel, addMembers, setChannel, setOrganization } from '../support/change.ts';
import type { Client, Params } from '../support/client.ts';
import { makeBot } from '../support/fixtures/bots.ts';
import type { Engine } from '../support/engines.ts';
import { upload } from '../support/files.ts';
import { picture } from '../support/fixtures/pictures.ts';
import type { Lifetime } from '../support/undo.ts';
import { makeWorld, names, type Name, type World } from '../support/world.ts';

interface NarrowChannel {
  name: string;
  id: number;
  kind: 'public' | 'private' | 'web-public' | 'archived';
  members: readonly Who[];
}

export type Who = Name | 'bot';

type Rooms = Record<'general' | 'design' | 'vault' | 'lounge' | 'plaza' | 'attic', NarrowChannel>;

/** A message as it was made. */
export interface Fact {
  id: number;
  sender: Who;
  room: NarrowChannel | null;
  topic: string;
  people: readonly Who[];
  text: string;
  mentions: readonly Who[];
  isForAll: boolean;
  has: readonly string[];
}

export interface Reader {
  who: Who;
  client: Client;
  readsAll: boolean;
}

export interface NarrowStage {
  world: World;
  ids: Record<Who, number>;
  emails: Record<Who, string>;
  rooms: Rooms;
  facts: Fact[];
  readers: Reader[];
}

/** Rows of what is said; each is said in every place. */
interface Saying extends Pick<Fact, 'mentions' | 'isForAll' | 'has' | 'text'> {
  by?: Who;
}

interface Conversation {
  room?: NarrowChannel;
  topic?: string;
  people?: readonly Who[];
  sender: Who;
}

export async function narrowStage(t: Lifetime, engine: Engine): Promise<NarrowStage> {
  const world = await makeWorld(t, engine, { config: { webPublicChannels: 'on' } });
  await setOrganization(world, { enable_spectator_access: true });
  const bot = await makeBot(world, 'dan');
  const accounts = { ...world.people, bot };
  const everyone: readonly Who[] = [...names, 'bot'];
  const rooms = await furnish(world, bot.id);
  const client = (who: Who) => world.as(accounts[who]);
  const stage: NarrowStage = {
    world,
    ids: toRecord(everyone, (who) => accounts[who].id),
    emails: toRecord(everyone, (who) => accounts[who].email),
    rooms,
    facts: [],
    readers: [
      { who: 'ada', client: client('ada'), readsAll: true },
      { who: 'dan', client: client('dan'), readsAll: true },
      { who: 'gus', client: client('gus'), readsAll: false },
      { who: 'bot', client: client('bot'), readsAll: true },
    ],
  };
  for (const who of names) await configure(world.as(who));
  await sayAll(stage, client);
  await setChannel(world, rooms.attic.id, { is_archived: 1 });
  await markAll(stage);
  return stage;
}

/** Topics are followed only where the test does so. */
async function configure(client: Client): Promise<void> {
  await done(client, '/users/me/alert_words', { alert_words: ['shuttle'] });
  const settings = {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 4,
    automatically_follow_topics_where_mentioned: false,
  };
  assert.equal((await client.patch('/settings', settings)).status, 200);
}

async function furnish(world: World, botId: number): Promise<Rooms> {
  const { ada, dan } = world.people;
  const plaza = await addChannel(world, { name: 'plaza', isWebPublic: true });
  const attic = await addChannel(world, { name: 'attic' });
  await addMembers(world, plaza, [ada.id]);
  await addMembers(world, attic, [ada.id, dan.id]);
  await addMembers(world, world.channels.general, [botId]);
  const { general, design, vault, lounge } = world.channels;
  const room = (
    name: string,
    id: number,
    kind: NarrowChannel['kind'],
    members: readonly Who[],
  ): NarrowChannel => ({
    name,
    id,
    kind,
    members,
  });
  return {
    general: room('general', general, 'public', [...names, 'bot']),
    design: room('design', design, 'private', ['ada', 'cleo', 'dan']),
    vault: room('vault', vault, 'private', ['ada', 'dan']),
    lounge: room('lounge', lounge, 'public', ['ada', 'eve']),
    plaza: room('plaza', plaza, 'web-public', ['ada']),
    attic: room('attic', attic, 'archived', ['ada', 'dan']),
  };
}

async function done(client: Client, path: string, params: Params): Promise<number> {
  const { status, json } = await client.post(path, params);
  assert.equal(status, 200, `${path} ${JSON.stringify(params)}: ${json.msg}`);
  return json.id as number;
}

async function sayAll(stage: NarrowStage, client: (who: Who) => Client): Promise<void> {
  const { world, rooms, ids } = stage;
  const file = await upload(world, 'ada', {
    name: 'loom.png',
    type: 'image/png',
    content: await picture(20, 20),
  });
  const plain = { mentions: [], isForAll: false, has: [] };
  const sayings: Saying[] = [
    { ...plain, text: 'hello weavers' },
    { ...plain, text: 'see https://example.com/page', has: ['link'] },
    { ...plain, text: `[loom.png](${file.url})`, has: ['link', 'image', 'attachment'], by: 'ada' },
    { ...plain, text: `@**Dan Ito|${ids.dan}** look`, mentions: ['dan'] },
    { ...plain, text: '@**all** look', isForAll: true },
    { ...plain, text: 'a shuttle broke' },
    { ...plain, text: 'well woven', has: ['reaction'] },
  ];
  const { general, design, vault, lounge, plaza, attic } = rooms;
  const places: Conversation[] = [
    { room: general, topic: 'plans', sender: 'eve' },
    { room: general, topic: '✔ news', sender: 'gus' },
    { room: general, topic: '', sender: 'bot' },
    { room: design, topic: 'Plans', sender: 'dan' },
    { room: vault, topic: 'keys', sender: 'ada' },
    { room: lounge, topic: 'news', sender: 'eve' },
    { room: plaza, topic: 'open', sender: 'ada' },
    { room: attic, topic: 'old', sender: 'dan' },
    { people: ['ada', 'dan'], sender: 'dan' },
    { people: ['ada', 'dan', 'eve'], sender: 'ada' },
    { people: ['eve', 'ada'], sender: 'eve' },
    { people: ['dan'], sender: 'dan' },
    { people: ['dan', 'gus'], sender: 'gus' },
  ];
  for (const place of places)
    for (const saying of sayings)
      if (saying.by === undefined || (place.people ?? place.room?.members ?? []).includes(saying.by))
        stage.facts.push(await sayOne(stage, client, place, saying));
}

async function sayOne(
  { ids }: NarrowStage,
  client: (who: Who) => Client,
  { room, topic = '', people = [], sender: usual }: Conversation,
  { text, by, mentions, isForAll, has }: Saying,
): Promise<Fact> {
  const sender = by ?? usual;
  const to = room ? room.id : people.map((who) => ids[who]);
  const type = room ? 'channel' : 'direct';
  const id = await done(client(sender), '/messages', { type, to, topic: room && topic, content: text });
  if (has.includes('reaction'))
    await done(client(sender), `/messages/${id}/reactions`, { emoji_name: 'tada' });
  const present = room?.members ?? people;
  const reached = mentions.filter((who) => present.includes(who));
  return { id, sender, room: room ?? null, topic, people, text, mentions: reached, isForAll, has };
}

export const isVisible = ({ room, people }: Fact, { who, readsAll }: Reader): boolean => {
  if (!room) return people.includes(who);
  return room.members.includes(who) || room.kind === 'web-public' || (readsAll && room.kind !== 'private');
};
export const isReceived = ({ room, people }: Fact, { who }: Reader): boolean =>
  (room?.members ?? people).includes(who);

/** By a rule that a reader of the test can follow. */
export const isStarred = (fact: Fact, reader: Reader): boolean =>
  isVisible(fact, reader) && fact.id % 5 === 0;
/** One's own messages are read, except for a note to oneself. */
export const isUnread = (fact: Fact, reader: Reader): boolean =>
  isReceived(fact, reader) && (fact.sender !== reader.who || isNote(fact)) && fact.id % 3 !== 0;
const isNote = ({ room, people, sender }: Fact): boolean => !room && people.every((who) => who === sender);

async function markAll({ facts, readers, rooms }: NarrowStage): Promise<void> {
  for (const reader of readers) {
    const { client } = reader;
    const starred = facts.filter((fact) => isStarred(fact, reader)).map(({ id }) => id);
    const read = facts.filter(({ id }) => id % 3 === 0).map(({ id }) => id);
    await done(client, '/messages/flags', { op: 'add', flag: 'starred', messages: starred });
    await done(client, '/messages/flags', { op: 'add', flag: 'read', messages: read });
    const topic = { stream_id: rooms.general.id };
    await done(client, '/user_topics', { ...topic, topic: 'plans', visibility_policy: 3 });
    await done(client, '/user_topics', { ...topic, topic: '✔ news', visibility_policy: 1 });
  }
}
