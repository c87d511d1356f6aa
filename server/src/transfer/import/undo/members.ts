/** Members whom a later export added to channels of an earlier one: an undo takes them out again. */
import { endMemberships } from '../../../core/channels/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import type { Db } from '../../../db/db.ts';
import type { ListedRun } from '../runs.ts';

/** Channels of the workspace that the undo of the run keeps, by ID in the source. */
export async function readKeptChannels(db: Db, run: ListedRun): Promise<Map<string, number>> {
  const rows = await db.q
    .selectFrom('import_item')
    .select(['source_key', 'local_id'])
    .where('source_id', '=', run.source_id)
    .where('kind', '=', 'channel')
    .where('run_id', '<>', run.id)
    .execute();
  return new Map(rows.map((row) => [row.source_key, row.local_id]));
}

/** @param key As `memberKey` makes it, of IDs that may have colons too. */
export function findChannel(channels: ReadonlyMap<string, number>, key: string): number | undefined {
  for (let at = key.indexOf(':'); at !== -1; at = key.indexOf(':', at + 1)) {
    const found = channels.get(key.slice(0, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @returns how many were still in the channel */
export async function endAddedMemberships(
  tx: Tx,
  channels: ReadonlyMap<string, number>,
  added: readonly { key: string; userId: number }[],
): Promise<number> {
  const ended = added.flatMap(({ key, userId }) => {
    const channelId = findChannel(channels, key);
    const isIn = channelId !== undefined && tx.cache.members.has(channelId, userId);
    return isIn ? [{ channelId, userId }] : [];
  });
  if (ended.length > 0) await endMemberships(tx, ended);
  return ended.length;
}
