import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type pg from 'pg';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { Row } from '../connection.ts';
import { refusePooler } from './postgres.ts';

/** A connection whose queries are served by these processes of PostgreSQL, one after the other. */
const servedBy = (...pids: number[]) => ({
  query: () => Promise.resolve({ rows: [{ pid: pids.shift() }] } as unknown as pg.QueryResult<Row>),
});

const refusing = (fault: StorageFault) => ({ query: () => Promise.reject(fault) });

describe('Poolers before PostgreSQL', () => {
  test('Connections with sessions of their own are used', async () => {
    await refusePooler(servedBy(7, 7), servedBy(8));
  });

  test('Connections that share a session, or change theirs, are refused with what to do', async () => {
    const refused = { name: 'StartRefused', message: /pool_mode = session/ };
    await assert.rejects(refusePooler(servedBy(7, 7), servedBy(7)), refused);
    await assert.rejects(refusePooler(servedBy(7, 9), servedBy(8)), refused);
  });

  test('The lock of a session that a pooler keeps is released', async () => {
    const asked: string[] = [];
    const writer = {
      query: ({ text }: pg.QueryConfig) => {
        asked.push(text);
        return servedBy(7).query();
      },
    };
    await assert.rejects(refusePooler(writer, servedBy(7)), { name: 'StartRefused' });
    assert.equal(asked.at(-1), 'SELECT pg_advisory_unlock_all()');
  });

  test('A pooler that refuses settings is named, and any other failure is left as it is', async () => {
    const unknown = new StorageFault('unreachable', new Error('unsupported startup parameter: options'));
    const refused = { name: 'StartRefused', message: /parameter: options\)\. .*ignore_startup_parameters/ };
    await assert.rejects(refusePooler(servedBy(7), refusing(unknown)), refused);
    const away = new StorageFault('unreachable', new Error('connect ECONNREFUSED'));
    await assert.rejects(refusePooler(servedBy(7), refusing(away)), away);
  });
});
