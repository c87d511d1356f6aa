/** Several nodes on one PostgreSQL, in this process: the cast's server, and others that serve the same organization. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { newCredentials } from '../../server/src/core/users/insert.ts';
import { systemBots } from '../../server/src/core/users/system-bots.ts';
import { createOrganization } from '../../server/src/features/organization/create.ts';
import type { Settings } from '../../server/src/lib/config/config-schema.ts';
import { Client } from './client.ts';
import { startAt, type ServerOptions } from './server.ts';
import { undoAfter } from './undo.ts';
import { until } from './until.ts';
import { makeWorld, type World } from './world.ts';

/** Nothing is stored there. */
export const sharedFiles: Partial<Settings> = {
  s3Bucket: 'heddle',
  s3Endpoint: 'http://127.0.0.1:9',
  s3AccessKeyId: 'id',
  s3SecretAccessKey: 'secret',
};

/** No node can be woken by another. */
export const deafNodes: Partial<Settings> = { nats: 'nats://127.0.0.1:9' };

/**
 * The same cast as seen through each of the nodes.
 * @param second What is different of the second node, such as its way to the database.
 */
export async function makeNodes(
  t: TestContext,
  config: Partial<Settings> = {},
  second: ServerOptions = {},
): Promise<[World, World]> {
  const world = await makeWorld(t, 'postgres', { config: { ...sharedFiles, ...config } });
  const itself = world.app.config.databaseUrl ?? '';
  const databaseUrl = (await second.databaseUrl?.(itself)) ?? itself;
  return [world, await addNode(t, world, { config, ...second }, databaseUrl)];
}

/** Resolves when hints of one node reach the other: what is only hinted before that is lost. */
export async function untilHinted(from: World, to: World): Promise<void> {
  let isReached = false;
  to.app.peers.on('organizations', () => (isReached = true));
  await until('hints reach the other node', async () => {
    await from.app.nodes.beat();
    from.app.peers.send('organizations', null);
    return isReached;
  });
}

/** A further node of a world that has the settings of nodes. */
export async function addNode(
  t: TestContext,
  world: World,
  options: ServerOptions = {},
  databaseUrl = world.app.config.databaseUrl ?? '',
): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heddle-node-'));
  const remove = () => {
    rmSync(dataDir, { recursive: true, force: true });
    return Promise.resolve();
  };
  const node = await startAt(
    { dataDir, databaseUrl, remove },
    { ...options, config: { ...sharedFiles, ...options.config } },
  );
  undoAfter(t, async () => {
    await node.stop();
    await remove();
  });
  const url = `http://127.0.0.1:${String(node.port)}`;
  return {
    ...world,
    app: node.app,
    url,
    as: (who) => new Client(url, typeof who === 'string' ? world.people[who] : who),
    anonymous: new Client(url),
  };
}

/** Another organization, which nodes know when they have read the list again. */
export async function addOrganization({ app }: World, subdomain: string): Promise<number> {
  const credentials = () => newCredentials(app.secrets, null);
  const owner = { email: 'ada@example.com', fullName: 'Ada Achterberg', ...credentials() };
  const { orgId } = await app.db.write(0, 'system', (tx) =>
    createOrganization(tx, {
      name: 'Spinners',
      subdomain,
      owner,
      botCredentials: systemBots.map(credentials),
    }),
  );
  await app.organizations.refresh();
  return orgId;
}
