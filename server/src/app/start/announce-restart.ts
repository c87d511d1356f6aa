/** Notifies clients that the server runs another version than before: their queues survive a restart, their caches may not. */
import { compatibleVersion, featureLevel } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { heddleVersion } from '../../lib/version.ts';

/**
 * Determines the server's generation: a new one, announced to all clients, if the version differs from the last one.
 * @param version Identifies this version; the only information that clients get.
 */
export async function announceRestart(app: AppContext, version = describe()): Promise<void> {
  const { db, organizations } = app;
  const rows = await db.read.q.selectFrom('server_fact').selectAll().execute();
  const facts = new Map(rows.map((row) => [row.name, row.value]));
  const before = Number(facts.get('generation') ?? 0);
  app.generation = before;
  if (facts.get('version') === version) return;
  app.generation = await db.write(0, 'system', (tx) => agree(tx, version, before));
  if (before > 0)
    for (const { id } of organizations.names)
      await db.write(id, 'system', (tx) => emitRestart(tx, app.generation));
  await db.write(0, 'system', async (tx) => {
    await remember(tx, 'generation', `${app.generation}`);
    await remember(tx, 'version', version);
  });
}

/** Nodes that start at the same time agree on one generation. */
async function agree(tx: Tx, version: string, before: number): Promise<number> {
  const name = 'announced';
  const value = `${Math.max(Math.floor(tx.now / 1000), before + 1)} ${version}`;
  await tx.q
    .insertInto('server_fact')
    .values({ name, value })
    .onConflict((oc) =>
      oc.column('name').doUpdateSet({ value }).where('server_fact.value', 'not like', `% ${version}`),
    )
    .execute();
  const { value: agreed } = await tx.q
    .selectFrom('server_fact')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Number.parseInt(agreed, 10);
}

function emitRestart(tx: Tx, generation: number): Promise<void> {
  tx.emit(
    {
      type: 'restart',
      zulip_version: compatibleVersion,
      zulip_merge_base: compatibleVersion,
      zulip_feature_level: featureLevel,
      server_generation: generation,
    },
    { everyone: true },
  );
  return Promise.resolve();
}

async function remember(tx: Tx, name: string, value: string): Promise<void> {
  await tx.q
    .insertInto('server_fact')
    .values({ name, value })
    .onConflict((oc) => oc.column('name').doUpdateSet({ value }))
    .execute();
}

const describe = (): string => `${heddleVersion} ${compatibleVersion} ${featureLevel}`;
