import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addChannel, addMembers, addPerson } from '../../../../tests/support/change.ts';
import type { Account, Json } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { chunkSize } from '../../lib/bitmap/bitmap.ts';
import { endMemberships } from '../channels/membership.ts';
import { changeFlags } from '../../features/message-flags/flags.ts';
import type { FloorPolicy } from '../messages/read-floors.ts';
import { readIds } from './read-state.ts';
import { unreadMessages } from '../../features/message-flags/unread.ts';
import { visibleRows } from '../messages/visible.ts';

/** Where messages stand: two channels that the reader comes into and leaves, and a conversation. */
const places = ['first', 'second', 'direct'] as const;
type Conversation = (typeof places)[number];
type ChannelPlace = Exclude<Conversation, 'direct'>;

type Step =
  | { do: 'send'; to: Conversation; own: boolean }
  | { do: 'move'; isIn: boolean; place: ChannelPlace }
  | { do: 'mark'; asRead: boolean; messages: number[] }
  | { do: 'start'; floors: FloorPolicy }
  | { do: 'skip' };

const channelPlace = fc.constantFrom<ChannelPlace>('first', 'second');
const someMessages = fc.array(fc.nat(60), { minLength: 1, maxLength: 8 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      to: fc.constantFrom(...places),
      own: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move' as const), isIn: fc.boolean(), place: channelPlace }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('mark' as const), asRead: fc.boolean(), messages: someMessages }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      floors: fc.record({
        read: fc.integer({ min: 1, max: 3 }),
        each: fc.integer({ min: 1, max: 3 }),
        behind: fc.constantFrom(0, 2, 3 * chunkSize),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'skip' as const }) },
);

/** What was kept unread and then left behind was read before it is marked. */
const keptThenLeft: Step[] = [
  { do: 'move', isIn: true, place: 'first' },
  { do: 'send', to: 'first', own: true },
  { do: 'mark', asRead: false, messages: [0] },
  { do: 'move', isIn: false, place: 'first' },
  { do: 'mark', asRead: true, messages: [0] },
];

/** One reader in a world of their own, and what they should find unread. */
class Reader {
  readonly sent: { id: number; place: Conversation }[] = [];
  readonly unread = new Set<number>();
  readonly joined = new Set<ChannelPlace>();
  readonly #world: World;
  readonly #account: Account;
  readonly #channels: Record<ChannelPlace, number>;

  constructor(world: World, account: Account, channels: Record<ChannelPlace, number>) {
    this.#world = world;
    this.#account = account;
    this.#channels = channels;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'send') await this.#send(step.to, step.own);
    else if (step.do === 'move') await (step.isIn ? this.#join(step.place) : this.#leave(step.place));
    else if (step.do === 'mark') await this.#mark(step.asRead, step.messages);
    else if (step.do === 'start') await this.#check(step.floors);
    else await skipIds(this.#world);
  }

  async #send(to: Conversation, own: boolean): Promise<void> {
    const other = this.#world.people.ada;
    const message =
      to === 'direct'
        ? { type: 'direct', to: [own ? other.id : this.#account.id] }
        : { type: 'channel', to: this.#channels[to], topic: 't' };
    const { status, json } = await this.#world
      .as(own ? this.#account : 'ada')
      .post('/messages', { ...message, content: 'x' });
    const id = getId(status, json);
    this.sent.push({ id, place: to });
    if (!own && (to === 'direct' || this.joined.has(to))) this.unread.add(id);
  }

  async #join(place: ChannelPlace): Promise<void> {
    if (this.joined.has(place)) return;
    await addMembers(this.#world, this.#channels[place], [this.#account.id]);
    this.joined.add(place);
  }

  async #leave(place: ChannelPlace): Promise<void> {
    if (!this.joined.delete(place)) return;
    const leaving = { userId: this.#account.id, channelId: this.#channels[place] };
    await this.#world.app.db.write(this.#world.orgId, 'system', (tx) => endMemberships(tx, [leaving]));
    for (const message of this.sent) if (message.place === place) this.unread.delete(message.id);
  }

  async #mark(asRead: boolean, at: number[]): Promise<void> {
    const messages = [...new Set(at)].flatMap((index) => this.sent[index] ?? []);
    const ids = messages.map((message) => message.id);
    const changed = await this.#world.app.db.write(this.#world.orgId, 'system', async (tx) => {
      const reader = await this.#reader();
      const op = asRead ? 'add' : 'remove';
      return changeFlags(tx, { ...reader, cache: tx.cache }, ids, { op, flag: 'read' });
    });
    const expected = new Set<number>();
    for (const { id, place } of messages) {
      const isThere = place === 'direct' || this.joined.has(place);
      if (asRead ? this.unread.delete(id) : isThere && !this.unread.has(id)) expected.add(id);
      if (!asRead && isThere) this.unread.add(id);
    }
    assert.deepEqual(new Set(changed.changed), expected);
  }

  async #reader() {
    const cache = await this.#world.app.organizations.cache(this.#world.orgId);
    const user = cache.users.get(this.#account.id);
    assert.ok(user);
    return { id: user.id, orgId: this.#world.orgId, user, cache };
  }

  /** All ways to ask agree with the model. Asking at a start may move floors, which must change nothing. */
  async #check(floors: FloorPolicy): Promise<void> {
    const { app, orgId } = this.#world;
    const start = () =>
      app.db.write(orgId, 'system', (tx) =>
        unreadMessages(tx, this.#account.id, { emptyTopicName: true, floors }),
      );
    for (const { streams, pms, count } of [await start(), await start()]) {
      const listed = [...streams, ...pms].flatMap((place) => place.unread_message_ids);
      assert.deepEqual(new Set(listed), this.unread);
      assert.equal(count, this.unread.size);
    }
    const reader = await this.#reader();
    const rows = await visibleRows(
      app.db.read,
      reader,
      this.sent.map((message) => message.id),
    );
    assert.equal(rows.length, this.sent.length);
    const read = await readIds(app.db.read, reader.cache, reader.id, rows);
    const unread = rows.filter((row) => !read.has(row.id)).map((row) => row.id);
    assert.deepEqual(new Set(unread), this.unread);
  }

  async finish(): Promise<void> {
    await this.#check({ read: 1, each: 1, behind: 0 });
  }
}

function getId(status: number, json: Json): number {
  assert.equal(status, 200, json.msg);
  return json.id;
}

/** Makes the next message stand in another chunk of the bitmaps. */
async function skipIds(world: World): Promise<void> {
  await world.app.db.write(world.orgId, 'system', async (tx) => {
    const step = chunkSize + 10;
    tx.connection.gathering?.dropIds();
    if (world.engine === 'sqlite')
      await sql`UPDATE sqlite_sequence SET seq = seq + ${step} WHERE name = 'message'`.execute(tx.q);
    else await sql`SELECT setval('message_id_seq', nextval('message_id_seq') + ${step}::int)`.execute(tx.q);
  });
}

onBothEngines('The read state', (engine) => {
  test('The read state equals what was marked, across subscribing, unsubscribing and rising floors', async (t) => {
    const world = await makeWorld(t, engine);
    let people = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const name = `reader${people++}`;
        const account = await addPerson(world, name);
        const reader = new Reader(world, account, {
          first: await addChannel(world, { name: `first ${name}` }),
          second: await addChannel(world, { name: `second ${name}` }),
        });
        for (const one of steps) await reader.take(one);
        await reader.finish();
      }),
      { numRuns: engine === 'sqlite' ? 40 : 10, examples: [[keptThenLeft]] },
    );
  });

  test('The read state keeps no bitmap below all floors', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = world.people.dan.id;
    const ids = [];
    for (let at = 0; at < 3; at++) {
      const { status, json } = await world
        .as('ada')
        .post('/messages', { type: 'channel', to: world.channels.general, topic: 't', content: 'x' });
      ids.push(getId(status, json));
      await skipIds(world);
    }
    await world.as('dan').post('/messages/flags', { op: 'add', flag: 'read', messages: ids });
    const chunks = () =>
      world.app.db.read.q.selectFrom('read_chunk').select('chunk').where('user_id', '=', dan).execute();
    assert.equal((await chunks()).length, 3);
    const start = () =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        unreadMessages(tx, dan, { emptyTopicName: true, floors: { read: 1, each: 1, behind: 0 } }),
      );
    assert.equal((await start()).count, 0);
    assert.equal((await chunks()).length, 1);
    assert.equal((await start()).count, 0);
  });

  test('A start that can raise no floor writes nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const dan = world.people.dan.id;
    const ids = [];
    for (let at = 0; at < 3; at++) {
      const { status, json } = await world
        .as('ada')
        .post('/messages', { type: 'channel', to: world.channels.general, topic: 't', content: 'x' });
      ids.push(getId(status, json));
    }
    const [first, , last] = ids;
    await world.as('dan').post('/messages/flags', { op: 'add', flag: 'read', messages: [first, last] });
    const start = () =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        unreadMessages(tx, dan, { emptyTopicName: true, floors: { read: 1, each: 1, behind: 0 } }),
      );
    const position = () => world.app.hub.position(world.orgId);
    const before = position();
    assert.equal((await start()).count, 1);
    const raised = position();
    assert.ok(raised > before);
    assert.equal((await start()).count, 1);
    assert.equal(position(), raised);
  });
});
