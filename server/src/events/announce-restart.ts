/** Tells clients that the server runs another version than before: their queues outlive a restart, their caches may not. */
import { compatibleVersion, featureLevel } from '../../../wire/core.ts';
import type { Heddle } from '../heddle.ts';
import { heddleVersion } from '../version.ts';

export const serverGeneration = Math.floor(Date.now() / 1000);

/** @param version Of this program, and all that clients are told of it. */
export async function announceRestart({ db, organizations }: Heddle, version = describe()): Promise<void> {
  const before = await db.read.q
    .selectFrom('server_fact')
    .select('value')
    .where('name', '=', 'version')
    .executeTakeFirst();
  if (before?.value === version) return;
  if (before)
    for (const { id } of organizations.names)
      await db.write(id, 'system', (tx) => {
        tx.emit(
          {
            type: 'restart',
            zulip_version: compatibleVersion,
            zulip_merge_base: compatibleVersion,
            zulip_feature_level: featureLevel,
            server_generation: serverGeneration,
          },
          { everyone: true },
        );
        return Promise.resolve();
      });
  await db.write(0, 'system', async (tx) => {
    await tx.q
      .insertInto('server_fact')
      .values({ name: 'version', value: version })
      .onConflict((oc) => oc.column('name').doUpdateSet({ value: version }))
      .execute();
  });
}

const describe = (): string => `${heddleVersion} ${compatibleVersion} ${featureLevel}`;
