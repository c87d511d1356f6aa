import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Child } from '../../../../tests/support/process/child.ts';
import { makePlace, onEngine } from '../../../../tests/support/engines.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { loadConfig } from '../../lib/config/config.ts';
import { listNodes } from './nodes.ts';

onEngine('postgres', 'heddle nodes', () => {
  test('A machine without a node lists those that are alive, and none that was killed', async (t) => {
    const files = { s3Bucket: 'files', s3Endpoint: 'http://s3.test' };
    const { app } = await makeWorld(t, 'postgres', { alone: true, config: files });
    await app.db.write(0, 'system', async ({ connection }) =>
      connection.run(
        `INSERT INTO node (id, slot, address, version, files, schema, started_at, seen_at)
         SELECT 'killed', 'killed', 'killed:9991', version, files, schema, started_at, seen_at - 10000 FROM node`,
        [],
      ),
    );
    const { databaseUrl } = app.config;
    const { nodes } = await listNodes(loadConfig({ data: '/nowhere', databaseUrl }, {}));
    assert.deepEqual(
      nodes.map(({ id, is_here }) => [id, is_here]),
      [[app.nodes.claimant?.id, false]],
    );
  });

  test('A node that is stopped while it starts is not listed afterwards', async (t) => {
    const { dataDir, databaseUrl = '', remove } = await makePlace('postgres');
    undoAfter(t, remove);
    const where = ['--data', dataDir, '--database-url', databaseUrl];
    const files = ['--files-dir', join(dataDir, 'files'), '--files-shared', 'on'];
    // Making the demo takes longer than the signal.
    const child = new Child(['serve', '--demo', '--port', '0', ...where, ...files]);
    undoAfter(t, () => child.end('SIGKILL'));
    await child.says(/joined the nodes of this database/);
    const { code, stdout } = await child.end('SIGTERM');
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /"msg":"listening"/);
    assert.deepEqual(await listNodes(loadConfig({ data: '/nowhere', databaseUrl }, {})), { nodes: [] });
  });
});
