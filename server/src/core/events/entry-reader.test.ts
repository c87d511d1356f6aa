import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import {
  insertMessage,
  insertOrganization,
  makeStage,
} from '../../../../tests/support/fixtures/writer-stage.ts';
import { EntryReader } from './catch-up.ts';

onEngine('postgres', 'Reading entries of several organizations', () => {
  test('An entry that cannot be read keeps no other organization behind', async (t) => {
    const { writer, reader, orgId, connection } = await makeStage(t, 'postgres');
    const other = await insertOrganization(writer, 'other');
    for (const id of [orgId, other])
      await writer.write(id, 'system', (tx) => insertMessage(tx, 'weft'), { messages: 1 });
    await connection.run(`UPDATE event_log SET audience = '{' WHERE org_id = $1`, [orgId]);
    const entries = new EntryReader(reader);
    const [damaged, whole] = await Promise.allSettled([entries.read(orgId, 0), entries.read(other, 0)]);
    assert.equal(damaged.status, 'rejected');
    assert.ok(whole.status === 'fulfilled');
    assert.deepEqual(
      whole.value.map(({ position }) => position),
      [1],
    );
  });

  test('Of many organizations only the first entries are read at once', async (t) => {
    const { writer, reader, orgId } = await makeStage(t, 'postgres');
    await writer.write(orgId, 'system', async (tx) => {
      for (let i = 0; i < 30; i++) await insertMessage(tx, `${i}`);
    });
    const entries = new EntryReader(reader);
    const absent = Array.from({ length: 99 }, (_, i) => entries.read(orgId + 1 + i, 0));
    const positions = (await entries.read(orgId, 0)).map(({ position }) => position);
    assert.deepEqual(
      positions,
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    assert.equal((await Promise.all(absent)).flat().length, 0);
    assert.equal((await entries.read(orgId, 0)).length, 30);
  });
});
