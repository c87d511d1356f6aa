import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { messageFetchRoutes } from './index.ts';

const larger = 10_000_000_000_000_000;

const read = async (world: World, params: Params): Promise<Json> => {
  const { status, json } = await world.as('dan').get('/messages', params);
  assert.equal(status, 200, json.msg);
  return json;
};
const idsIn = ({ messages }: Json): number[] => messages.map(({ id }: { id: number }) => id);

interface FetchQuery {
  anchor: number;
  num_before: number;
  num_after: number;
  include_anchor: boolean;
}

/** The expected response, from the plain list of all ids of the narrow. */
function expected(all: readonly number[], { anchor, num_before, num_after, include_anchor }: FetchQuery) {
  const older = all.filter((id) => id < anchor);
  const newer = all.filter((id) => id > anchor);
  const before = num_before === 0 ? [] : older.slice(-num_before);
  const after = newer.slice(0, num_after);
  const isShown = (include_anchor || num_before + num_after === 0) && all.includes(anchor);
  return {
    ids: [...before, ...(isShown ? [anchor] : []), ...after],
    found_anchor: isShown,
    found_oldest: before.length < num_before,
    found_newest: after.length < num_after,
    anchor,
    history_limited: false,
  };
}

const shown = (json: Json) => {
  const { found_anchor, found_oldest, found_newest, anchor, history_limited } = json;
  return { ids: idsIn(json), found_anchor, found_oldest, found_newest, anchor, history_limited };
};

/** Twelve messages, of which every second is in #general, and some of those of Ada. */
async function talk(world: World) {
  const all: number[] = [];
  const general: number[] = [];
  const ada: number[] = [];
  for (let i = 0; i < 12; i++) {
    const who = i % 4 === 0 ? 'ada' : 'cleo';
    const id =
      i % 2 ? await sendDirect(world, who, ['dan']) : await say(world, who, 'general', `topic ${i % 3}`);
    all.push(id);
    if (i % 2 === 0) general.push(id);
    if (who === 'ada') ada.push(id);
  }
  return { all, general, ada };
}

onBothEngines('Message ranges', (engine) => {
  test('Fetching messages around any anchor returns the requested range and whether it reaches an end', async (t) => {
    const world = await makeWorld(t, engine);
    const { all, general, ada } = await talk(world);
    const narrows: [narrow: unknown[], ids: number[]][] = [
      [[], all],
      [[['channel', 'general']], general],
      [[['sender', 'ada@example.com']], ada],
    ];
    const [first = 0, , , , fifth = 0] = all;
    const last = all.at(-1) ?? 0;
    for (const [narrow, ids] of narrows)
      for (const anchor of [first, fifth, fifth + 1, last, last + 1000])
        for (const num_before of [0, 2, 100])
          for (const num_after of [0, 2, 100])
            for (const include_anchor of [true, false]) {
              if (!include_anchor && num_before > 0 && num_after > 0) continue;
              const asked = { anchor, num_before, num_after, include_anchor };
              const json = await read(world, { ...asked, narrow });
              assert.deepEqual(shown(json), expected(ids, asked), JSON.stringify({ narrow, asked }));
            }
  });

  test('Fetching around oldest and newest reports the ends, regardless of other parameters', async (t) => {
    const world = await makeWorld(t, engine);
    const { all } = await talk(world);
    const ask = async (anchor: unknown, num_before: number, num_after: number) =>
      shown(await read(world, { anchor, num_before, num_after }));
    const ends = { found_anchor: false, history_limited: false };

    for (const anchor of ['oldest', 0, -5, '-9999999999999999999'])
      assert.deepEqual(await ask(anchor, 3, 3), {
        ...ends,
        ids: all.slice(0, 3),
        anchor: 0,
        found_oldest: true,
        found_newest: false,
      });
    for (const anchor of ['newest', larger, larger * 1000])
      assert.deepEqual(await ask(anchor, 3, 3), {
        ...ends,
        ids: all.slice(-3),
        anchor: larger,
        found_oldest: false,
        found_newest: true,
      });
    const nothing = { ...ends, ids: [] };
    assert.deepEqual(await ask('newest', 0, 0), {
      ...nothing,
      anchor: larger,
      found_oldest: false,
      found_newest: true,
    });
    assert.deepEqual(await ask('oldest', 0, 0), {
      ...nothing,
      anchor: 0,
      found_oldest: true,
      found_newest: false,
    });
    const whole = await ask('newest', 100, 0);
    assert.deepEqual([whole.ids, whole.found_oldest], [all, true]);
  });

  test('Fetching from an empty history reports both ends', async (t) => {
    const world = await makeWorld(t, engine);
    for (const anchor of ['oldest', 'newest', 'first_unread', 17])
      for (const narrow of [[], [['channel', 'general']], [['is', 'starred']]]) {
        const response = shown(await read(world, { anchor, num_before: 1, num_after: 1, narrow }));
        assert.deepEqual(response.ids, []);
        assert.deepEqual([response.found_oldest, response.found_newest], [true, true]);
      }
  });

  test('Paging from either end returns every message once', async (t) => {
    const world = await makeWorld(t, engine);
    const { all } = await talk(world);
    const seen: number[] = [];
    for (let anchor: number | string = 'newest', isLast = false; !isLast;) {
      const page = await read(world, { anchor, num_before: 5, num_after: 0, include_anchor: false });
      const ids = idsIn(page);
      seen.unshift(...ids);
      anchor = ids[0] ?? 0;
      isLast = page.found_oldest === true;
    }
    assert.deepEqual(seen, all);
    const forward: number[] = [];
    for (let anchor: number | string = 'oldest', isLast = false; !isLast;) {
      const page = await read(world, { anchor, num_before: 0, num_after: 5, include_anchor: false });
      const ids = idsIn(page);
      forward.push(...ids);
      anchor = ids.at(-1) ?? larger;
      isLast = page.found_newest === true;
    }
    assert.deepEqual(forward, all);
  });

  test('Fetching finds messages far apart from both ends', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const first = await say(world, 'ada', 'general', 'plans');
    const ids = [first, 70_000, 3_000_000, 40_000_000];
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const { id: _, ...row } = await tx.q.selectFrom('message').selectAll().executeTakeFirstOrThrow();
      for (const id of ids.slice(1))
        await tx.q
          .insertInto('message')
          .values({ ...row, id, traits: 16 })
          .execute();
    });
    for (const narrow of [[], [['topic', 'plans']], [['sender', 'ada@example.com']]]) {
      const older = await read(world, { anchor: 'newest', num_before: 3, num_after: 0, narrow });
      assert.deepEqual(idsIn(older), ids.slice(1));
      const newer = await read(world, { anchor: 'oldest', num_before: 0, num_after: 4, narrow });
      assert.deepEqual(idsIn(newer), ids);
    }
    const narrow = [['has', 'link']];
    const links = await read(world, { anchor: 80_000, num_before: 9, num_after: 9, narrow });
    assert.deepEqual(idsIn(links), ids.slice(1));
  });

  test('A date anchor means the first message sent at that time or later', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ids: number[] = [];
    for (let day = 1; day <= 4; day++) ids.push(await say(world, 'ada', 'general', `day ${day}`));
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      for (const [index, id] of ids.entries())
        await tx.q
          .updateTable('message')
          .set({ sent_at: Date.UTC(2026, 0, 1 + index, 12) })
          .where('id', '=', id)
          .execute();
    });
    const ask = async (anchor_date: string, narrow: unknown[] = []) =>
      shown(await read(world, { anchor: 'date', anchor_date, num_before: 1, num_after: 0, narrow }));
    const [, second, third] = ids;
    assert.deepEqual((await ask('2026-01-02T12:00:00Z')).ids, [ids[0], second]);
    assert.equal((await ask('2026-01-02T12:00:01Z')).anchor, third);
    assert.equal((await ask('2026-01-03')).anchor, third);
    assert.equal((await ask('1999-01-01')).anchor, ids[0]);
    assert.deepEqual((await ask('2030-01-01T00:00:00+02:00')).ids, [ids[3]]);
    assert.equal((await ask('2026-01-01', [['topic', 'day 3']])).anchor, third);
  });

  test('A date anchor is unaffected by older messages that were imported later into other channels', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ids: number[] = [];
    const imported: number[] = [];
    for (let i = 0; i < 4; i++) ids.push(await say(world, 'ada', 'general', 'plans'));
    for (let i = 0; i < 12; i++) imported.push(await say(world, 'ada', 'lounge', 'old'));
    ids.push(await say(world, 'ada', 'general', 'plans'));
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      const date = (id: number) =>
        imported.includes(id) ? Date.UTC(2020, 0) : Date.UTC(2026, 0, 1 + id - (ids[0] ?? 0));
      for (const id of [...ids, ...imported])
        await tx.q
          .updateTable('message')
          .set({ sent_at: date(id) })
          .where('id', '=', id)
          .execute();
    });
    const query = { anchor: 'date', num_before: 0, num_after: 0, narrow: [['channel', 'general']] };
    const ask = async (date: string) => shown(await read(world, { ...query, anchor_date: date })).anchor;
    assert.equal(await ask('2026-01-02'), ids[1]);
    assert.equal(await ask('2025-01-01'), ids[0]);
    assert.equal(await ask('2026-01-05'), ids[4]);
  });
});

onBothEngines('The first unread anchor', (engine) => {
  const unread = { anchor: 'first_unread', num_before: 0, num_after: 0 };

  test('The first unread anchor is the oldest received message that is unread', async (t) => {
    const world = await makeWorld(t, engine);
    const own = await say(world, 'dan', 'general', 'plans');
    const one = await say(world, 'ada', 'general', 'plans');
    const two = await say(world, 'ada', 'general', 'plans');
    const direct = await sendDirect(world, 'ada', ['dan']);
    await say(world, 'eve', 'lounge', 'tea');
    const mark = (op: string, messages: number[]) =>
      world.as('dan').post('/messages/flags', { op, flag: 'read', messages });
    const first = async (params: Params = {}) => shown(await read(world, { ...unread, ...params })).anchor;

    assert.equal(await first(), one);
    await mark('add', [one]);
    assert.equal(await first(), two);
    assert.equal(await first({ narrow: [['is', 'dm']] }), direct);
    await mark('remove', [own]);
    assert.equal(await first(), own);
    await mark('add', [own, two, direct]);
    assert.equal(await first(), larger);
    const all = shown(await read(world, { ...unread, num_before: 9, num_after: 9 }));
    assert.deepEqual(all.ids, [own, one, two, direct]);
    assert.equal(await first({ narrow: [{ operator: 'is', operand: 'unread', negated: true }] }), larger);
  });

  test('The legacy use_first_unread_anchor overrides any anchor', async (t) => {
    const world = await makeWorld(t, engine);
    const own = await say(world, 'dan', 'general', 'plans');
    const one = await say(world, 'ada', 'general', 'plans');
    const two = await say(world, 'ada', 'general', 'plans');
    const json = await read(world, {
      anchor: 0,
      use_first_unread_anchor: true,
      num_before: 30,
      num_after: 10,
    });
    assert.deepEqual(shown(json), {
      ids: [own, one, two],
      anchor: one,
      found_anchor: true,
      found_oldest: true,
      found_newest: true,
      history_limited: false,
    });
  });

  test('The first unread anchor skips muted channels unless the narrow is a muted channel', async (t) => {
    const world = await makeWorld(t, engine);
    const muted = await say(world, 'ada', 'general', 'plans');
    const received = await say(world, 'ada', 'design', 'looks');
    await world.app.db.write(world.orgId, 'system', (tx) =>
      tx.q
        .updateTable('subscription')
        .set({ is_muted: 1 })
        .where('channel_id', '=', world.channels.general)
        .where('user_id', '=', world.people.dan.id)
        .execute(),
    );
    const first = async (narrow: unknown[]) => shown(await read(world, { ...unread, narrow })).anchor;
    assert.equal(await first([]), received);
    assert.equal(await first([['channel', 'general']]), muted);
    assert.equal(await first([['is', 'unread']]), received);
    assert.equal(await first([['in', 'all']]), received);
  });

  test('Messages are not searched for a client that has disconnected', async (t) => {
    const { app, orgId, people, url } = await makeWorld(t, engine);
    const cache = await app.organizations.cache(orgId);
    const user = cache.users.get(people.dan.id);
    const fetching = messageFetchRoutes.find(({ operationId }) => operationId === 'get-messages');
    assert.ok(user && fetching?.policy === 'visitors');
    const { handle } = fetching;
    const me = { id: user.id, orgId, user, cache };
    const params = { anchor: 'oldest', num_after: 1, narrow: [], include_anchor: true };
    const leaving = new AbortController();
    const request = { app, orgId, origin: url, userAgent: '', me, params, untilLeft: () => leaving.signal };
    const ask = () => handle(request as unknown as Parameters<typeof handle>[0]);
    assert.ok('messages' in (await ask()));
    const left = new Error('left');
    leaving.abort(left);
    await assert.rejects(ask(), left);
  });
});
