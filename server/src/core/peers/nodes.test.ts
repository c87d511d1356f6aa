import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { assertCacheIsCurrent } from '../../../../tests/support/checks/cache.ts';
import { onEngine } from '../../../../tests/support/engines.ts';
import { addOrganization, deafNodes, makeNodes, untilHinted } from '../../../../tests/support/nodes.ts';
import {
  getContents,
  openQueue,
  type ReceivedEvent,
  type TestQueue,
} from '../../../../tests/support/queue.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { proxyBefore, type TcpProxy } from '../../../../tests/support/faults/tcp-proxy.ts';
import { startNats } from '../../../../tests/support/services/nats.ts';
import { TestClock } from '../../../../tests/support/faults/test-clock.ts';
import { until } from '../../../../tests/support/until.ts';
import type { World } from '../../../../tests/support/world.ts';

/** The same queue, asked for at another node. */
const at = (
  node: World,
  queue: TestQueue,
  who: 'ada' | 'cleo' | 'dan',
): Pick<TestQueue, 'poll' | 'hold'> => ({
  poll: (last_event_id) =>
    node.as(who).get('/events', { queue_id: queue.id, last_event_id, dont_block: true }),
  hold: (last_event_id) => node.as(who).get('/events', { queue_id: queue.id, last_event_id }),
});

/** One of them gets no notifications and polls once a second; the other works as usual. */
const buses = [
  ['woken by the other', {}],
  ['that cannot be woken', deafNodes],
] as const;

onEngine('postgres', 'Nodes on one PostgreSQL', () => {
  for (const [name, config] of buses)
    test(`A node ${name} delivers what the other commits, in order, and knows what changed`, async (t) => {
      const [a, b] = await makeNodes(t, config);
      const queue = await openQueue(b, 'dan');
      const held = queue.hold(queue.start);
      await queue.untilHeld();
      await say(a, 'ada', 'design', 'warp', 'one');
      assert.deepEqual(getContents((await held).json.events), ['one']);
      await say(b, 'ada', 'design', 'warp', 'two');
      await say(a, 'ada', 'design', 'warp', 'three');
      await a.as('ada').patch('/realm', { name: 'Spinners' });
      await a.as('ada').post('/users/me/subscriptions', { subscriptions: [{ name: 'fresh' }] });
      await sendDirect(b, 'ada', ['dan'], 'four');
      await assertCacheIsCurrent(b);
      await until('the last message arrives', async () =>
        getContents(await queue.after(queue.start)).includes('four'),
      );
      assert.deepEqual(getContents(await queue.after(queue.start)), ['one', 'two', 'three', 'four']);
    });

  test('Sends to two nodes at once get ids and events in one order', async (t) => {
    const [a, b] = await makeNodes(t);
    const queues = [await openQueue(a, 'dan'), await openQueue(b, 'dan')];
    const sends = Array.from({ length: 40 }, (_, i) => say(i % 2 === 0 ? a : b, 'ada', 'general', 'weft'));
    const ids = (await Promise.all(sends)).sort((one, other) => one - other);
    for (const queue of queues) {
      await until('all arrive', async () => (await queue.after(queue.start)).length === ids.length);
      const events = await queue.after(queue.start);
      assert.deepEqual(
        events.map((event) => (event.message as { id: number }).id),
        ids,
      );
    }
  });

  test('What one node sends is delivered at the other without being read from the log', async (t) => {
    const [a, b] = await makeNodes(t);
    const queue = await openQueue(b, 'dan');
    await untilHinted(a, b);
    await b.app.peers.catchUp(b.orgId);
    pauseRounds(t, b);
    const { connection } = b.app.db.read;
    const query = connection.query.bind(connection);
    let reads = 0;
    t.mock.method(connection, 'query', (text: string, parameters: readonly unknown[]) => {
      if (text.includes('event_log WHERE place >')) reads++;
      return query(text, parameters);
    });
    await say(a, 'ada', 'general', 'warp', 'hello');
    assert.deepEqual(getContents((await at(b, queue, 'dan').hold(queue.start)).json.events), ['hello']);
    assert.equal(reads, 0);
  });

  test('A queue whose polls alternate between nodes delivers each event once', async (t) => {
    const [a, b] = await makeNodes(t);
    const queue = await openQueue(a, 'dan');
    let last = queue.start;
    const received: string[] = [];
    for (let i = 0; i < 8; i++) {
      await say(i % 3 === 0 ? a : b, 'ada', 'general', 'weft', `message ${i}`);
      const { json } = await at(i % 2 === 0 ? b : a, queue, 'dan').hold(last);
      assert.equal(json.result, 'success', json.msg);
      received.push(...getContents(json.events));
      last = json.events.at(-1).id;
    }
    assert.deepEqual(
      received,
      Array.from({ length: 8 }, (_, i) => `message ${i}`),
    );
  });

  test('A poll at another node ends the held poll, and the first node releases the queue', async (t) => {
    const [a, b] = await makeNodes(t);
    await untilHinted(b, a);
    const queue = await openQueue(a, 'dan');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    const second = at(b, queue, 'dan').hold(queue.start);
    assert.deepEqual(
      (await held).json.events.map(({ type }: { type: string }) => type),
      ['heartbeat'],
    );
    assert.equal(a.app.hub.get(queue.id), undefined);
    await say(a, 'ada', 'general', 'weft', 'for the second');
    assert.deepEqual(getContents((await second).json.events), ['for the second']);
  });

  test('A node delivers nothing of a private channel to someone removed at another node', async (t) => {
    const [a, b] = await makeNodes(t);
    const queue = await openQueue(b, 'cleo');
    await say(a, 'ada', 'design', 'warp', 'before');
    await until('the event waits', async () => (await queue.after(queue.start)).length === 1);
    const removal = { subscriptions: ['design'], principals: [a.people.cleo.id] };
    await a.as('ada').delete('/users/me/subscriptions', removal);
    await say(a, 'ada', 'design', 'warp', 'after');
    await say(a, 'ada', 'general', 'warp', 'for all');
    await until('the last message arrives', async () =>
      getContents(await queue.after(queue.start)).includes('for all'),
    );
    assert.deepEqual(getContents(await queue.after(queue.start)), ['for all']);
  });

  test('A node refuses a key and ends the queues of someone deactivated at another node', async (t) => {
    const [a, b] = await makeNodes(t);
    const queue = await openQueue(b, 'dan');
    const held = queue.hold(queue.start);
    await queue.untilHeld();
    const { status } = await a.as('ada').delete(`/users/${a.people.dan.id}`);
    assert.equal(status, 200);
    await held;
    await until('the key is refused', async () => (await b.as('dan').get('/users/me')).status === 401);
  });

  test('A node whose connections to the database were cut delivers what was committed meanwhile', async (t) => {
    const made: { proxy?: TcpProxy } = {};
    const databaseUrl = async (itself: string) => {
      const { proxy, url } = await proxyBefore(t, itself);
      made.proxy = proxy;
      return url;
    };
    const [a, b] = await makeNodes(t, {}, { databaseUrl });
    const queue = await openQueue(b, 'dan');
    await made.proxy?.close();
    await say(a, 'ada', 'general', 'weft', 'meanwhile');
    await until('the node refuses writes', async () => {
      const { status, headers } = await b.as('dan').post('/register', { event_types: ['message'] });
      return status === 503 && Number(headers.get('retry-after')) > 0;
    });
    await made.proxy?.open();
    await until('the node continues', async () => (await queue.poll(queue.start)).status === 200);
    await say(a, 'ada', 'general', 'weft', 'afterwards');
    await until('both arrive', async () => (await queue.after(queue.start)).length === 2);
    assert.deepEqual(getContents(await queue.after(queue.start)), ['meanwhile', 'afterwards']);
  });

  test('A node is woken through NATS, works without it, and uses it again', async (t) => {
    const nats = await startNats(t);
    const [a, b] = await makeNodes(t, { nats: nats.url });
    const queue = await openQueue(b, 'dan');
    const sayUntil = async (content: string, isSo: () => boolean) => {
      await until(content, async () => {
        await say(a, 'ada', 'general', 'weft', content);
        return isSo();
      });
      await until(`${content} arrives`, async () =>
        getContents(await queue.after(queue.start)).includes(content),
      );
    };
    await sayUntil('with it', () => nats.delivered > 0);
    await nats.stop();
    await sayUntil('without it', () => true);
    const before = nats.delivered;
    await nats.start();
    await sayUntil('with it again', () => nats.delivered > before);
  });

  test('A queue that grew beyond its bounds ends, unless its client is served by another node', async (t) => {
    const [a, b] = await makeNodes(t, deafNodes);
    const types = { event_types: ['realm'] };
    const [moved, left] = [await openQueue(a, 'dan', types), await openQueue(a, 'dan', types)];
    const announce = () =>
      a.app.db.write(a.orgId, 'system', (tx) => {
        for (let i = 0; i < 7000; i++)
          tx.emit({ type: 'realm', op: 'update', property: 'name', value: 'Weavers' }, { everyone: true });
        return Promise.resolve();
      });
    await announce();
    const atB = at(b, moved, 'dan');
    await b.app.peers.catchUp(b.orgId);
    const events = (await atB.poll(moved.start)).json.events as ReceivedEvent[];
    const last = events.at(-1)?.id ?? 0;
    await atB.poll(last);
    await announce();
    assert.deepEqual([a.app.hub.get(moved.id), a.app.hub.get(left.id)], [undefined, undefined]);
    await b.app.keeper.round(b.app.clock.now());
    // Longer than it waits, by far more than its clock can differ from what it was.
    await a.app.keeper.round(a.app.clock.now() + 180_000);
    const rows = await b.app.db.read.q.selectFrom('event_queue').select('id').execute();
    assert.deepEqual(
      rows.map(({ id }) => id),
      [moved.id],
    );
    await b.app.peers.catchUp(b.orgId);
    assert.equal((await atB.poll(last)).json.events.length, 7000);
    assert.equal((await at(b, left, 'dan').poll(left.start)).json.code, 'BAD_EVENT_QUEUE_ID');
  });

  test('A node serves other organizations while another node holds the lock of one', async (t) => {
    const [a, b] = await makeNodes(t);
    const order: string[] = [];
    const release = await holdLock(a);
    const write = (orgId: number, what: string) =>
      b.app.db.write(orgId, 'system', () => Promise.resolve(order.push(what)));
    const locked = write(a.orgId, 'the locked one');
    await write(0, 'another');
    await Promise.all([release(), locked]);
    assert.deepEqual(order, ['another', 'the locked one']);
  });

  test('Sends to another organization continue while another node holds the lock of one', async (t) => {
    const [a, b] = await makeNodes(t);
    const other = await addOrganization(a, 'spinners');
    await b.app.organizations.refresh();
    const release = await holdLock(a);
    const order: string[] = [];
    const send = (orgId: number, what: string) =>
      b.app.db.write(orgId, 'system', () => Promise.resolve(order.push(what)), { messages: 1 });
    const locked = send(b.orgId, 'the locked one');
    await send(other, 'another');
    assert.deepEqual(order, ['another']);
    await Promise.all([release(), locked]);
    assert.deepEqual(order, ['another', 'the locked one']);
  });

  test('Sends to several organizations at two nodes at once get positions without gaps, and both nodes apply all', async (t) => {
    const [a, b] = await makeNodes(t);
    const orgIds = [a.orgId, await addOrganization(a, 'spinners'), await addOrganization(a, 'dyers')];
    await b.app.organizations.refresh();
    const send = ({ app }: World, orgId: number) =>
      app.db.write(
        orgId,
        'system',
        (tx) => {
          tx.emit({ type: 'realm', op: 'update', property: 'name', value: 'Weavers' }, { everyone: true });
          return Promise.resolve(tx.position);
        },
        { messages: 1 },
      );
    const manySends = async (node: World, orgId: number): Promise<number[]> => {
      const positions: number[] = [];
      for (let round = 0; round < 20; round++)
        positions.push(...(await Promise.all([send(node, orgId), send(node, orgId)])));
      return positions;
    };
    const sent = await Promise.all(
      orgIds.flatMap((orgId) =>
        [a, b].map(async (node) => ({ orgId, positions: await manySends(node, orgId) })),
      ),
    );
    for (const orgId of orgIds) {
      const positions = sent.flatMap((one) => (one.orgId === orgId ? one.positions : []));
      positions.sort((one, two) => one - two);
      assert.equal(positions.length, 80);
      assert.deepEqual(
        positions,
        positions.map((_, i) => (positions[0] ?? 0) + i),
      );
      for (const { app } of [a, b]) {
        await app.peers.catchUp(orgId);
        assert.equal(app.hub.position(orgId), positions.at(-1));
      }
    }
  });

  test('What comes to a node while it waits for the lock of another goes into one group', async (t) => {
    const [a, b] = await makeNodes(t);
    const release = await holdLock(a);
    const write = () =>
      b.app.db.write(b.orgId, 'system', async ({ connection }) => {
        const [row] = await connection.query('SELECT txid_current() AS transaction', []);
        return row?.transaction;
      });
    const writes = [write()];
    await until('the node waits for the lock', async () => {
      const [row] = await b.app.db.read.connection.query(
        `SELECT count(*) AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        [],
      );
      return Number(row?.waiting) > 0;
    });
    for (let i = 0; i < 5; i++) writes.push(write());
    await release();
    assert.equal(new Set(await Promise.all(writes)).size, 1);
  });

  test('A node whose clock is ten minutes ahead takes times from the database', async (t) => {
    const clock = new TestClock();
    clock.move(10 * 60_000);
    const [a, b] = await makeNodes(t, {}, { clock });
    const isRight = async (seconds: number) => {
      const [row] = await b.app.db.read.connection.query('SELECT extract(epoch FROM now()) AS now', []);
      assert.ok(Math.abs(seconds - Number(row?.now)) < 60, `${seconds} instead of ${String(row?.now)}`);
    };
    const id = await say(b, 'ada', 'general', 'weft');
    await isRight((await a.as('ada').get(`/messages/${id}`)).json.message.timestamp);
    await b.as('dan').post('/users/me/presence', { status: 'active', ping_only: true });
    const { json } = await b.as('ada').get(`/users/${a.people.dan.id}/presence`);
    await isRight(json.presence.aggregated.timestamp);
    await isRight(json.server_timestamp);
    await isRight(b.app.clock.now() / 1000);
  });

  test('A user seen at one node is online at the other', async (t) => {
    const [a, b] = await makeNodes(t);
    await untilHinted(a, b);
    const isThere = async () => (await b.as('ada').get(`/users/${a.people.dan.id}/presence`)).status === 200;
    assert.equal(await isThere(), false);
    await a.as('dan').post('/users/me/presence', { status: 'active', ping_only: true });
    await until('they are there', isThere);
  });

  test('Who was created at one node can sign in at the other at once', async (t) => {
    const [a, b] = await makeNodes(t, deafNodes);
    for (const [i, node] of [b, a, b].entries()) {
      const maker = node === a ? b : a;
      const person = { email: `new${i}@example.com`, password: 'the secret of the loom', full_name: 'New' };
      const made = await maker.as('ada').post('/users', person);
      assert.equal(made.status, 200, made.json.msg);
      const given = { username: person.email, password: person.password };
      const { status, json } = await node.anonymous.post('/fetch_api_key', given);
      assert.equal(status, 200, json.msg);
      const account = { id: json.user_id as number, email: person.email, apiKey: json.api_key as string };
      assert.equal((await maker.as(account).get('/users/me')).status, 200);
    }
  });

  test('A node that missed entries which were trimmed loads the organization again', async (t) => {
    const [a, b] = await makeNodes(t, deafNodes);
    const queue = await openQueue(b, 'dan');
    pauseRounds(t, b);
    await a.as('ada').patch('/realm', { name: 'Spinners' });
    await say(a, 'ada', 'general', 'weft', 'kept');
    // As if nobody had needed them.
    await a.app.db.write(a.orgId, 'system', async ({ q }) => {
      const { position } = await q
        .selectFrom('event_log')
        .select(({ fn }) => fn.max('position').as('position'))
        .where('org_id', '=', a.orgId)
        .executeTakeFirstOrThrow();
      await q
        .deleteFrom('event_log')
        .where('org_id', '=', a.orgId)
        .where('position', '<', position)
        .execute();
    });
    await say(b, 'ada', 'general', 'weft', 'written there');
    await assertCacheIsCurrent(b);
    assert.equal((await b.app.organizations.cache(b.orgId)).organization.name, 'Spinners');
    assert.equal((await queue.poll(queue.start)).status, 200);
  });
});

/** Its node does not ask what others have committed. */
function pauseRounds(t: TestContext, { app }: World): void {
  t.mock.method(app.organizations, 'loaded', () => Promise.resolve([]));
}

/** A write that holds the lock of the organization. @returns what ends it */
async function holdLock({ app, orgId }: World): Promise<() => Promise<void>> {
  const entered = Promise.withResolvers<null>();
  const leave = Promise.withResolvers<null>();
  const held = app.db.write(orgId, 'system', async () => {
    entered.resolve(null);
    await leave.promise;
  });
  await entered.promise;
  return () => {
    leave.resolve(null);
    return held;
  };
}
