/**
 * What requests may cost, counted rather than timed, at two sizes of an organization: statements, rows that they read, and bytes of
 * the response. A change that needs one more raises the figure here, and its commit gives the reason.
 */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { addChannel, addMembers, addPerson } from '../../../tests/support/change.ts';
import type { Reply } from '../../../tests/support/client.ts';
import { onBothEngines, type Engine } from '../../../tests/support/engines.ts';
import { listenAs, say } from '../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';
import { keysIn, toRecord } from '../lib/objects.ts';
import { TimedConnection } from '../db/timed.ts';
import { currentRequest } from '../lib/telemetry/current-request.ts';

interface Cost {
  statements: number;
  rows: number;
  bytes: number;
}

/** Counts what the requests of `act` cost; what the server does on its own does not count. */
async function measure(t: TestContext, act: () => Promise<Reply>): Promise<Cost> {
  const cost: Cost = { statements: 0, rows: 0, bytes: 0 };
  const { query, run } = TimedConnection.prototype;
  const isOfRequest = () => currentRequest.getStore()?.operation !== undefined;
  const queries = t.mock.method(
    TimedConnection.prototype,
    'query',
    function (this: TimedConnection, ...given: Parameters<typeof query>) {
      const found = query.apply(this, given);
      if (!isOfRequest()) return found;
      cost.statements++;
      if (!(found instanceof Promise)) cost.rows += found.length;
      else void found.then((rows) => (cost.rows += rows.length)).catch(() => undefined);
      return found;
    },
  );
  const runs = t.mock.method(
    TimedConnection.prototype,
    'run',
    function (this: TimedConnection, ...given: Parameters<typeof run>) {
      if (isOfRequest()) cost.statements++;
      return run.apply(this, given);
    },
  );
  const { status, json } = await act();
  queries.mock.restore();
  runs.mock.restore();
  assert.equal(status, 200, json.msg);
  return { ...cost, bytes: JSON.stringify(json).length };
}

const pageSize = 20;
const marked = 10;

interface Stage {
  world: World;
  /** Ids of messages that everyone has, the newest ones. */
  ids: number[];
  queueId: string;
}

const around = (anchor: string, narrow: object[] = []) => ({
  anchor,
  narrow,
  ...(anchor === 'first_unread' ? { num_before: 10, num_after: 10 } : { num_before: pageSize, num_after: 0 }),
});

/** As Eve, who reads and writes in one channel, whatever else there is. */
const acts = {
  send: ({ world }) =>
    world.as('eve').post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'soup' }),
  page: ({ world }) =>
    world.as('eve').get('/messages', around('newest', [{ operator: 'channel', operand: 'general' }])),
  'page of all': ({ world }) => world.as('eve').get('/messages', around('newest')),
  'page at the first unread': ({ world }) => world.as('eve').get('/messages', around('first_unread')),
  search: ({ world }) =>
    world.as('eve').get('/messages', around('newest', [{ operator: 'search', operand: 'noodles' }])),
  'mark as unread': ({ world, ids }) =>
    world.as('eve').post('/messages/flags', { messages: ids, op: 'remove', flag: 'read' }),
  'mark as read': ({ world, ids }) =>
    world.as('eve').post('/messages/flags', { messages: ids, op: 'add', flag: 'read' }),
  poll: ({ world, queueId }) =>
    world.as('eve').get('/events', { queue_id: queueId, last_event_id: -1, dont_block: true }),
  presence: ({ world }) => world.as('eve').post('/users/me/presence', { status: 'active' }),
  subscriptions: ({ world }) => world.as('eve').get('/users/me/subscriptions'),
  register: ({ world }) => world.as('eve').post('/register'),
} as const satisfies Record<string, (stage: Stage) => Promise<Reply>>;

type Act = keyof typeof acts;
const names = keysIn(acts);

/** Responses that have everyone and every channel grow with these; all others are the same in an organization of any size. */
const whole: readonly Act[] = ['register', 'subscriptions', 'presence'];

/**
 * The first unread message is looked for among so many at once. A search races the word index against the messages themselves, so that
 * what it reads differs from time to time.
 */
const windowRows = 128;
const windowed: readonly Act[] = ['page at the first unread', 'search'];

/**
 * The most statements of each, and the most rows in the small organization: as many as on SQLite now. Statements that the writer
 * gathers from several requests belong to none of them, and are not counted.
 */
const most: Record<Act, Omit<Cost, 'bytes'>> = {
  send: { statements: 2, rows: 1 },
  page: { statements: 5, rows: 41 },
  'page of all': { statements: 7, rows: 42 },
  'page at the first unread': { statements: 14, rows: 67 },
  search: { statements: 14, rows: 67 + windowRows },
  'mark as unread': { statements: 6, rows: 12 },
  'mark as read': { statements: 6, rows: 4 },
  poll: { statements: 0, rows: 0 },
  presence: { statements: 0, rows: 0 },
  subscriptions: { statements: 1, rows: 2 },
  register: { statements: 43, rows: 15 },
};

/** @param size Times so many other people, channels and messages as in the smallest one. */
async function makeStage(t: TestContext, engine: Engine, size: number): Promise<Stage> {
  const world = await makeWorld(t, engine, { alone: true });
  for (let i = 0; i < size * 4; i++) await addPerson(world, `Person ${i}`);
  for (let i = 0; i < size * 3; i++) {
    const id = await addChannel(world, { name: `channel ${i}` });
    await addMembers(world, id, [world.people.ada.id, world.people.dan.id]);
  }
  const ids: number[] = [];
  for (let i = 0; i < Math.max(size * 10, pageSize * 2); i++)
    ids.push(await say(world, 'ada', 'general', 'lunch', `noodles ${i}`));
  const { state } = await listenAs(world, 'eve');
  return { world, ids: ids.slice(-marked), queueId: String(state.queue_id) };
}

async function measureAll(t: TestContext, engine: Engine, size: number): Promise<Record<Act, Cost>> {
  const stage = await makeStage(t, engine, size);
  const costs = toRecord(names, (): Cost => ({ statements: 0, rows: 0, bytes: 0 }));
  for (const name of names) {
    // What a server reads once and keeps is read by the first one.
    await acts[name](stage);
    if (name === 'mark as read') await acts['mark as unread'](stage);
    if (name === 'mark as unread') await acts['mark as read'](stage);
    costs[name] = await measure(t, () => acts[name](stage));
  }
  return costs;
}

onBothEngines('What requests cost', (engine) => {
  test('Requests cost as many statements in a large organization as in a small one, and no more than they did', async (t) => {
    const small = await measureAll(t, engine, 1);
    const large = await measureAll(t, engine, 8);
    for (const name of names) {
      const [before, after] = [small[name], large[name]];
      assert.ok(before.statements <= most[name].statements, `${name}: ${before.statements} statements`);
      assert.ok(before.rows <= most[name].rows, `${name}: ${before.rows} rows`);
      if (whole.includes(name)) assert.equal(after.statements, before.statements, `statements of ${name}`);
      else if (windowed.includes(name)) assert.ok(after.rows <= before.rows + windowRows, `rows of ${name}`);
      else assert.deepEqual({ ...after, bytes: 0 }, { ...before, bytes: 0 }, name);
      if (!whole.includes(name)) assert.ok(after.bytes < before.bytes * 1.1, `bytes of ${name}`);
    }
  });
});
