import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { roles } from '../../../../wire/core.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { testSecrets } from '../../../../tests/support/server.ts';
import {
  insertMessage,
  insertOrganization,
  makeStage,
} from '../../../../tests/support/fixtures/writer-stage.ts';
import { insertPerson, newCredentials } from '../users/insert.ts';
import { apiError } from '../../lib/errors.ts';
import type { Db } from '../../db/db.ts';
import { BeginAgain } from '../../db/postgres/begin-again.ts';
import type { Tx } from './tx.ts';

const rename = (name: string) => async (tx: Tx) => {
  await tx.q.updateTable('organization').set({ name }).where('id', '=', tx.orgId).execute();
  await tx.touch({ organization: true });
  tx.emit({ type: 'realm', op: 'update', property: 'name', value: name }, { everyone: true });
};

const contents = async (db: Db): Promise<string[]> =>
  (await db.q.selectFrom('message').select('content').orderBy('id').execute()).map((row) => row.content);

const positions = async (db: Db): Promise<number[]> =>
  (await db.q.selectFrom('event_log').select('position').orderBy('position').execute()).map(
    (row) => row.position,
  );

const count = (statements: string[], start: string): number =>
  statements.filter((sql) => sql.startsWith(start)).length;

onBothEngines('The writer', (engine) => {
  test('The writer yields between consecutive writes', async (t) => {
    const { writer, orgId } = await makeStage(t, engine);
    const writes = 20;
    let turns = 0;
    const over = new AbortController();
    const others = (async () => {
      for (; !over.signal.aborted; turns++) await nextTurn();
    })();
    for (let i = 0; i < writes; i++) await writer.write(orgId, 'system', () => Promise.resolve());
    over.abort();
    await others;
    assert.ok(turns >= writes, `${turns} turns`);
  });

  test('The writer commits writes submitted together in one transaction with one flush', async (t) => {
    const { writer, orgId, reader, statements, published } = await makeStage(t, engine);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => writer.write(orgId, 'system', (tx) => insertMessage(tx, `${i}`))),
    );
    assert.equal(count(statements, 'BEGIN'), 1);
    assert.equal(count(statements, 'COMMIT'), 1);
    assert.equal(published.length, 1);
    assert.deepEqual(
      await contents(reader),
      responses.map((_, i) => `${i}`),
    );
    assert.deepEqual(
      responses,
      [...responses].sort((a, b) => a - b),
    );
  });

  test('The writer responds only after the commit and the publication of events', async (t) => {
    const { writer, orgId, statements, published } = await makeStage(t, engine);
    await writer.write(orgId, 'system', (tx) => insertMessage(tx, 'hello'));
    assert.equal(statements.at(-1), 'COMMIT');
    assert.deepEqual(
      published.flat().map((entry) => entry.position),
      [1],
    );
  });

  test('The writer puts writes submitted during a group into the next group', async (t) => {
    const { writer, orgId, statements } = await makeStage(t, engine);
    let later: Promise<number[]> | undefined;
    await writer.write(orgId, 'system', (tx) => {
      later = Promise.all([
        writer.write(orgId, 'system', (other) => insertMessage(other, 'second')),
        writer.write(orgId, 'system', (other) => insertMessage(other, 'third')),
      ]);
      return insertMessage(tx, 'first');
    });
    await later;
    assert.equal(count(statements, 'COMMIT'), 2);
  });

  test('The writer rolls back a failing action alone and commits the others of its group', async (t) => {
    const { writer, orgId, reader, cache, published } = await makeStage(t, engine);
    const results = await Promise.allSettled([
      writer.write(orgId, 'system', (tx) => insertMessage(tx, 'before')),
      writer.write(orgId, 'system', async (tx) => {
        await rename('Spinners')(tx);
        await insertMessage(tx, 'undone');
        throw new Error('no');
      }),
      writer.write(orgId, 'system', async (tx) => {
        assert.equal(tx.cache.organization.name, 'Weavers');
        return insertMessage(tx, 'after');
      }),
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.match(String((results[1] as PromiseRejectedResult).reason), /^Error: no$/);
    assert.deepEqual(await contents(reader), ['before', 'after']);
    assert.deepEqual(await positions(reader), [1, 2]);
    assert.deepEqual(
      published.flat().map((entry) => entry.event.value),
      ['before', 'after'],
    );
    assert.equal(cache.organization.name, 'Weavers');
  });

  test('The writer continues with the group when the database refuses a statement', async (t) => {
    const { writer, orgId, reader } = await makeStage(t, engine);
    const results = await Promise.allSettled([
      writer.write(orgId, 'system', (tx) => insertMessage(tx, 'before')),
      writer.write(orgId, 'system', (tx) => insertOrganization(tx, '')),
      writer.write(orgId, 'system', (tx) => insertMessage(tx, 'after')),
    ]);
    assert.equal(results[1].status, 'rejected');
    assert.deepEqual(await contents(reader), ['before', 'after']);
  });

  test('The writer undoes an action that fails alone and continues', async (t) => {
    const { writer, orgId, reader, published } = await makeStage(t, engine);
    const undone = writer.write(orgId, 'system', async (tx) => {
      await insertMessage(tx, 'undone');
      throw apiError('parameters.invalid', { complaint: 'no' });
    });
    await assert.rejects(undone, { message: 'no' });
    await writer.write(orgId, 'system', (tx) => insertMessage(tx, 'done'));
    assert.deepEqual(await contents(reader), ['done']);
    assert.deepEqual(await positions(reader), [1]);
    assert.equal(published.flat().length, 1);
  });

  test('The writer shows rows and cache changes to actions of the same group, and to others only after the commit', async (t) => {
    const { writer, orgId, reader, cache, published } = await makeStage(t, engine);
    await Promise.all([
      writer.write(orgId, 'system', rename('Spinners')),
      writer.write(orgId, 'system', async (tx) => {
        assert.equal(tx.cache.organization.name, 'Spinners');
        const own = await tx.q.selectFrom('organization').select('name').executeTakeFirstOrThrow();
        assert.equal(own.name, 'Spinners');
        assert.equal(tx.position, 1);
        const seen = await reader.q.selectFrom('organization').select('name').executeTakeFirstOrThrow();
        assert.equal(seen.name, 'Weavers');
        assert.equal(cache.organization.name, 'Weavers');
        assert.deepEqual(await positions(reader), []);
        assert.equal(published.length, 0);
      }),
    ]);
    assert.equal(cache.organization.name, 'Spinners');
  });

  test('The writer makes IDs and positions visible in commit order', async (t) => {
    const { writer, orgId, reader } = await makeStage(t, engine);
    const slowly = (name: string, pause: number) => async () => {
      for (let i = 0; i < 8; i++)
        await writer.write(orgId, 'system', async (tx) => {
          const id = await insertMessage(tx, `${name} ${i}`);
          await sleep(pause);
          return id;
        });
    };
    // To connect may take as long as all of the writing.
    await positions(reader);
    const state = { isDone: false };
    const writing = Promise.all([slowly('a', 3)(), slowly('b', 5)()]).then(() => (state.isDone = true));
    let seen: number[] = [];
    let looks = 0;
    while (!state.isDone) {
      const now = await positions(reader);
      const ids = (await reader.q.selectFrom('message').select('id').orderBy('id').execute()).map(
        (row) => row.id,
      );
      assert.deepEqual(
        now,
        now.map((_, i) => i + 1),
        'a position is missing below one that is visible',
      );
      assert.deepEqual(ids.slice(0, seen.length), seen, 'an id appeared below one that was visible');
      seen = ids;
      looks++;
      await sleep(1);
    }
    await writing;
    assert.equal((await positions(reader)).length, 16);
    assert.ok(looks > 1);
  });

  test('The writer acknowledges nothing after a failed commit', async (t) => {
    let isBroken = false;
    const { writer, orgId, reader, published, health, cache } = await makeStage(t, engine, (sql) => {
      if (isBroken && sql === 'COMMIT') throw new Error('the disk is gone');
    });
    await writer.write(orgId, 'system', (tx) => insertMessage(tx, 'kept'));
    isBroken = true;
    let waiting: Promise<unknown> | undefined;
    const lost = writer.write(orgId, 'system', async (tx) => {
      waiting = writer.write(orgId, 'system', (other) => insertMessage(other, 'waiting'));
      waiting.catch(() => undefined);
      return rename('Lost')(tx);
    });
    await assert.rejects(lost, { code: 'SERVER_NOT_READY' });
    await assert.rejects(waiting ?? Promise.resolve(), { code: 'SERVER_NOT_READY' });
    isBroken = false;
    const later = writer.write(orgId, 'system', (tx) => insertMessage(tx, 'later'));
    await assert.rejects(later, { code: 'SERVER_NOT_READY' });
    assert.equal(health.fault?.kind, 'io_error');
    assert.match(String(health.fault.cause), /the disk is gone/);
    assert.equal(published.flat().length, 1);
    assert.equal(cache.organization.name, 'Weavers');
    assert.deepEqual(await contents(reader), ['kept']);
  });

  test('The writer acknowledges a committed write even if publishing its events fails', async (t) => {
    const fail = () => {
      throw new Error('a defect');
    };
    const hooks = { committed: fail, jobsWaiting: fail };
    const { writer, orgId, reader, health, failures } = await makeStage(t, engine, undefined, hooks);
    const message = writer.write(orgId, 'system', (tx) => insertMessage(tx, 'kept'));
    const job = writer.write(orgId, 'system', async (tx) => {
      await insertMessage(tx, 'with a job');
      tx.enqueued.add('email');
    });
    await Promise.all([message, job]);
    assert.deepEqual(await contents(reader), ['kept', 'with a job']);
    assert.equal(failures.length, 2, 'both hooks have failed');
    assert.equal(health.fault, undefined);
    await writer.write(orgId, 'system', (tx) => insertMessage(tx, 'later'));
  });

  test('The writer refuses an action of an account deactivated earlier in the same group', async (t) => {
    const { writer, orgId, reader, cache } = await makeStage(t, engine);
    const me = await writer.write(orgId, 'system', async (tx) => {
      const credentials = newCredentials(testSecrets, null);
      const id = await insertPerson(tx, orgId, {
        email: 'dan@example.com',
        fullName: 'Dan Ito',
        role: roles.member,
        ...credentials,
      });
      await tx.touch({ users: [id] });
      return { id };
    });
    assert.equal(cache.users.get(me.id)?.isActive, true);
    const [, mine] = await Promise.allSettled([
      writer.write(orgId, 'system', async (tx) => {
        await tx.q.updateTable('person').set({ is_active: 0 }).where('id', '=', me.id).execute();
        await tx.touch({ users: [me.id] });
      }),
      writer.write(orgId, me, (tx) => insertMessage(tx, 'too late')),
    ]);
    assert.equal((mine as PromiseRejectedResult).reason.code, 'USER_DEACTIVATED');
    assert.deepEqual(await contents(reader), []);
  });

  test('Sends to several organizations share a transaction, and each organization has positions of its own', async (t) => {
    const { writer, orgId, reader, statements, published } = await makeStage(t, engine);
    const other = await insertOrganization(writer, 'other');
    const send = (to: number, content: string) =>
      writer.write(to, 'system', (tx) => insertMessage(tx, content), { messages: 1 });
    for (const round of ['first', 'second']) {
      statements.length = 0;
      published.length = 0;
      const ids = await Promise.all([orgId, other, orgId].map((to, i) => send(to, `${round} ${i}`)));
      assert.equal(new Set(ids).size, 3);
      assert.equal(count(statements, 'COMMIT'), 1);
      assert.deepEqual(
        published.map((entries) => entries.map((entry) => entry.orgId)),
        [[orgId, orgId], [other]],
      );
    }
    assert.deepEqual(await positions(reader), [1, 1, 2, 2, 3, 4]);
  });

  test('A transaction failure caused by one organization does not affect the others', async (t) => {
    const { writer, orgId, reader, published } = await makeStage(t, engine, (sql) => {
      if (sql.startsWith('SELECT 1 / 0')) throw new BeginAgain('The transaction ends.');
    });
    const other = await insertOrganization(writer, 'other');
    const send = (to: number, content: string, ends = false) =>
      writer.write(
        to,
        'system',
        async (tx) => {
          if (ends) await tx.connection.query('SELECT 1 / 0', []);
          return insertMessage(tx, content);
        },
        { messages: 1 },
      );
    const results = await Promise.allSettled([
      send(orgId, 'kept'),
      send(other, 'lost', true),
      send(orgId, 'kept too'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal((results[1] as PromiseRejectedResult).reason.kind, 'busy');
    assert.deepEqual(await contents(reader), ['kept', 'kept too']);
    assert.deepEqual(
      published.flat().map((entry) => [entry.orgId, entry.position]),
      [
        [orgId, 1],
        [orgId, 2],
      ],
    );
  });

  test('A group that another transaction has made fail is written from the start, once', async (t) => {
    let failures = 5;
    const { writer, orgId, reader, published } = await makeStage(t, engine, (sql) => {
      if (sql.startsWith('SELECT 1') && failures-- > 0)
        throw new BeginAgain('Another transaction goes first.');
    });
    const send = (content: string) =>
      writer.write(orgId, 'system', async (tx) => {
        const id = await insertMessage(tx, content);
        await tx.connection.query('SELECT 1', []);
        return id;
      });
    const ids = await Promise.all([send('first'), send('second')]);
    assert.equal(new Set(ids).size, 2);
    assert.deepEqual(await contents(reader), ['first', 'second']);
    assert.deepEqual(
      published.flat().map(({ position }) => position),
      [1, 2],
    );
  });

  test('Only sends share a transaction with other organizations', async (t) => {
    const { writer, orgId, cache, statements } = await makeStage(t, engine);
    const other = await insertOrganization(writer, 'other');
    statements.length = 0;
    await Promise.all([
      writer.write(orgId, 'system', (tx) => insertMessage(tx, 'a send'), { messages: 1 }),
      writer.write(other, 'system', rename('Spinners')),
      writer.write(other, 'system', (tx) => insertMessage(tx, 'behind it'), { messages: 1 }),
    ]);
    assert.equal(count(statements, 'COMMIT'), 2);
    assert.equal(cache.organization.name, 'Weavers');
  });

  test('The writer never moves its clock backwards', async (t) => {
    let time = 2_000_000;
    const { writer, orgId } = await makeStage(t, engine, undefined, { clock: { now: () => time } });
    const now = () => writer.write(orgId, 'system', (tx) => Promise.resolve(tx.now));
    assert.equal(await now(), 2_000_000);
    time = 1_000_000;
    assert.equal(await now(), 2_000_000);
    time = 3_000_000;
    assert.equal(await now(), 3_000_000);
  });
});

test('A write that does not fit on a full disk is refused, and acknowledged data is kept', async (t) => {
  const { writer, orgId, reader, connection, health } = await makeStage(t, 'sqlite');
  const [pages] = await connection.query('PRAGMA page_count', []);
  await connection.query(`PRAGMA max_page_count = ${Number(pages?.page_count) + 20}`, []);
  const large = (name: string) => (tx: Tx) => insertMessage(tx, name + 'x'.repeat(20_000));
  const kept: string[] = [];
  const results = [];
  const recover = (): void => {
    health.beginCheck();
    health.endCheck();
  };
  for (let round = 0; round < 6; round++) {
    results.push(
      ...(await Promise.allSettled([
        writer.write(orgId, 'system', large(`${round}a`)).then(() => kept.push(`${round}a`)),
        writer.write(orgId, 'system', large(`${round}b`)).then(() => kept.push(`${round}b`)),
      ])),
    );
    recover();
  }
  assert.ok(results.some(({ status }) => status === 'rejected') && kept.length > 0);
  const stored = async () => (await contents(reader)).map((content) => content.slice(0, 2));
  assert.deepEqual(await stored(), kept);
  assert.equal((await positions(reader)).length, kept.length);
  await connection.query('PRAGMA max_page_count = 1000000', []);
  await writer.write(orgId, 'system', large('zz'));
  assert.deepEqual(await stored(), [...kept, 'zz']);
});
