import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import {
  addChannel,
  addMembers,
  addOrganization,
  addPerson,
  setChannel,
} from '../../../../tests/support/change.ts';
import type { Account, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { endMemberships } from '../../core/channels/membership.ts';

const kinds = {
  public: {},
  'web-public': { isWebPublic: true },
  shared: { isPrivate: true },
  protected: { isPrivate: true, isHistoryPublic: false },
} as const;
type Kind = keyof typeof kinds;

/**
 * Which of three messages, at the beginning, in the middle and at the end, the person may read, and which came to them.
 * "unknown": the channel is not there for them at all.
 */
type UserVisibility = `${string}/${string}` | 'unknown';

/** Who was there when; the columns are the kinds of channels. */
const table: Record<string, Record<Kind, UserVisibility>> = {
  stayed: { public: 'abc/abc', 'web-public': 'abc/abc', shared: 'abc/abc', protected: 'abc/abc' },
  'came late': { public: 'abc/bc', 'web-public': 'abc/bc', shared: 'abc/bc', protected: 'bc/bc' },
  'came back': { public: 'abc/ac', 'web-public': 'abc/ac', shared: 'abc/ac', protected: 'ac/ac' },
  left: { public: 'abc/ab', 'web-public': 'abc/ab', shared: 'unknown', protected: 'unknown' },
  never: { public: 'abc/', 'web-public': 'abc/', shared: 'unknown', protected: 'unknown' },
  'never, administers': { public: 'abc/', 'web-public': 'abc/', shared: '/', protected: '/' },
  'may join': { public: 'abc/', 'web-public': 'abc/', shared: 'abc/', protected: '/' },
  'left, may join': { public: 'abc/ab', 'web-public': 'abc/ab', shared: 'abc/ab', protected: '/' },
  'guest stayed': { public: 'abc/abc', 'web-public': 'abc/abc', shared: 'abc/abc', protected: 'abc/abc' },
  'guest came late': { public: 'abc/bc', 'web-public': 'abc/bc', shared: 'abc/bc', protected: 'bc/bc' },
  'guest left': { public: 'unknown', 'web-public': 'abc/ab', shared: 'unknown', protected: 'unknown' },
  'guest never': { public: 'unknown', 'web-public': 'abc/', shared: 'unknown', protected: 'unknown' },
};

/** Which of the first and second half of the time someone was there. */
const presence: Record<string, [first: boolean, second: boolean]> = {
  'came late': [false, true],
  left: [true, false],
  never: [false, false],
  'never, administers': [false, false],
  'may join': [false, false],
  'left, may join': [true, false],
  'guest came late': [false, true],
  'guest left': [true, false],
  'guest never': [false, false],
};

type Cast = Map<string, Account>;

async function cast(world: World): Promise<Cast> {
  const people: Cast = new Map();
  for (const name of Object.keys(table)) {
    const role = name.startsWith('guest')
      ? roles.guest
      : name.endsWith('administers')
        ? roles.administrator
        : roles.member;
    people.set(name, await addPerson(world, name.replaceAll(/\W/g, ''), { role }));
  }
  return people;
}

const getIds = (people: Cast, names: readonly string[]): number[] =>
  names.map((name) => people.get(name)?.id ?? 0);

/** A channel of the kind with its three messages, and with people who come and go between them. */
async function history(world: World, kind: Kind, people: Cast) {
  const mayJoin = { direct_members: getIds(people, ['may join', 'left, may join']), direct_subgroups: [] };
  const id = await addChannel(world, {
    name: kind,
    ...kinds[kind],
    permissions: { can_add_subscribers_group: mayJoin },
  });
  const names = Object.keys(table);
  const of = (half: 0 | 1) => names.filter((name) => presence[name]?.[half] ?? true);
  const post = async () => {
    const params = { type: 'channel', to: id, topic: 'x', content: 'x' };
    const { json } = await world.as('ada').post('/messages', params);
    return json.id;
  };
  const leave = (leaving: readonly string[]) =>
    world.app.db.write(world.orgId, 'system', (tx) =>
      endMemberships(
        tx,
        getIds(people, leaving).map((userId) => ({ userId, channelId: id })),
      ),
    );
  await addMembers(world, id, [world.people.ada.id, ...getIds(people, of(0))]);
  const a = await post();
  await leave(['came back']);
  await addMembers(
    world,
    id,
    getIds(
      people,
      of(1).filter((name) => !of(0).includes(name)),
    ),
  );
  const b = await post();
  await addMembers(world, id, getIds(people, ['came back']));
  await leave(of(0).filter((name) => !of(1).includes(name)));
  const c = await post();
  return { id, messages: new Map([a, b, c].map((message, index) => [message, 'abc'.charAt(index)])) };
}

const newest = { anchor: 'newest', num_before: 100, num_after: 0 };

onBothEngines('Visible messages', (engine) => {
  test('Visible messages depend on role, channel type and time of subscription', async (t) => {
    const world = await makeWorld(t, engine);
    const people = await cast(world);
    for (const kind of Object.keys(kinds) as Kind[]) {
      const { id, messages } = await history(world, kind, people);
      const letters = (found: { id: number }[]) => found.map((one) => messages.get(one.id) ?? '').join('');
      for (const [name, account] of people) {
        const client = world.as(account);
        const at = `${name} in ${kind}`;
        const visibility = table[name]?.[kind] ?? 'unknown';
        const [readable = '', received = ''] = visibility === 'unknown' ? [] : visibility.split('/');
        const ask = async (params: Params) => {
          const { status, json } = await client.get('/messages', params);
          assert.equal(status, 200, `${at}: ${json.msg}`);
          return json.messages as { id: number; flags: string[] }[];
        };

        const inChannel = { ...newest, narrow: [{ operator: 'channel', operand: id }] };
        if (visibility === 'unknown') {
          const { json } = await client.get('/messages', inChannel);
          assert.equal(json.code, 'BAD_NARROW', at);
        } else {
          const found = await ask(inChannel);
          assert.equal(letters(found), readable, `${at}, the channel`);
          const history = found.filter((one) => one.flags.includes('historical'));
          const missed = [...readable].filter((letter) => !received.includes(letter)).join('');
          assert.equal(letters(history), missed, `${at}, history`);
        }
        assert.equal(letters(await ask(newest)), received, `${at}, the feed`);
        const fromAda = [{ operator: 'sender', operand: world.people.ada.id }];
        assert.equal(letters(await ask({ ...newest, narrow: fromAda })), received, `${at}, from Ada`);
        const message_ids = [...messages.keys()];
        assert.equal(letters(await ask({ message_ids })), readable, `${at}, by ids`);
        for (const [message, letter] of messages) {
          const { status } = await client.get(`/messages/${message}`);
          assert.equal(status === 200, readable.includes(letter), `${at}, ${letter} alone`);
        }
      }
    }
  });

  test('Messages of an archived channel stay readable', async (t) => {
    const world = await makeWorld(t, engine);
    const early = await say(world, 'ada', 'vault', 'keys');
    await addMembers(world, world.channels.vault, [world.people.eve.id]);
    const late = await say(world, 'ada', 'vault', 'keys');
    await setChannel(world, world.channels.vault, { is_archived: 1 });
    const read = async (who: 'dan' | 'eve' | 'cleo') => {
      const narrow = [['channel', 'vault']];
      const { json } = await world.as(who).get('/messages', { ...newest, narrow });
      return (json.messages as { id: number }[] | undefined)?.map(({ id }) => id);
    };
    assert.deepEqual(await read('dan'), [early, late]);
    assert.deepEqual(await read('eve'), [late]);
    assert.equal(await read('cleo'), undefined);
  });

  test('Direct messages are visible to their participants only, whatever the role', async (t) => {
    const world = await makeWorld(t, engine);
    const message = await sendDirect(world, 'dan', ['eve', 'gus']);
    for (const [who, mayRead] of [
      ['dan', true],
      ['eve', true],
      ['gus', true],
      ['ada', false],
      ['ben', false],
    ] as const) {
      const client = world.as(who);
      assert.equal((await client.get(`/messages/${message}`)).status === 200, mayRead, who);
      const { dan, eve, gus } = world.people;
      for (const narrow of [
        [],
        [{ operator: 'is', operand: 'dm' }],
        [{ operator: 'dm', operand: [dan.id, eve.id, gus.id] }],
        [{ operator: 'dm-including', operand: eve.id }],
        [{ operator: 'id', operand: message }],
        [{ operator: 'sender', operand: dan.id }],
        [{ operator: 'channel', operand: 'general', negated: true }],
      ]) {
        const { json } = await client.get('/messages', { ...newest, narrow });
        assert.equal(json.messages.length, mayRead ? 1 : 0, `${who} ${JSON.stringify(narrow)}`);
      }
    }
  });

  test('Messages of another organization are invisible to every request', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const others = await addOrganization(world);
    const ours = await say(world, 'ada', 'general', 'plans');
    const theirs = await world.app.db.write(others.orgId, 'system', async (tx) => {
      const { id: _, ...row } = await tx.q.selectFrom('message').selectAll().executeTakeFirstOrThrow();
      // Messages that are sent later come after these.
      tx.connection.gathering?.dropIds();
      const { id } = await tx.q
        .insertInto('message')
        .values({ ...row, org_id: others.orgId, channel_id: others.channelId, traits: 127 })
        .returning('id')
        .executeTakeFirstOrThrow();
      const bits = { user_id: world.people.ada.id, message_id: id, bits: 127 };
      await tx.q.insertInto('message_flag').values(bits).execute();
      return id;
    });
    const ada = world.as('ada');
    assert.equal((await ada.get(`/messages/${theirs}`)).json.msg, 'Invalid message(s)');
    const found = async (params: Params) =>
      (await ada.get('/messages', params)).json.messages.map(({ id }: { id: number }) => id);
    assert.deepEqual(await found({ message_ids: [ours, theirs] }), [ours]);
    const narrows = [
      [],
      [['topic', 'plans']],
      [['sender', 'ada@example.com']],
      [['channels', 'public']],
      [['is', 'starred']],
      [['is', 'mentioned']],
      [['is', 'unread']],
      [['has', 'link']],
      [{ operator: 'id', operand: theirs }],
    ];
    for (const narrow of narrows)
      assert.ok(!(await found({ ...newest, narrow })).includes(theirs), JSON.stringify(narrow));
    const channel = { ...newest, narrow: [{ operator: 'channel', operand: others.channelId }] };
    assert.equal((await ada.get('/messages', channel)).json.code, 'BAD_NARROW');
  });
});
