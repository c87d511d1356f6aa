/** Continues a transaction in the organization that it created, so that both commit together. */
import { Tx, appendEntries } from '../../core/log/index.ts';
import { loadCache } from '../../core/organization/index.ts';

/** The new organization is in no cache yet, so its events are only appended to its log. */
export async function writeInNewOrganization(
  tx: Tx,
  orgId: number,
  action: (tx: Tx) => Promise<void>,
): Promise<void> {
  const cache = await loadCache(tx, orgId, 0, tx.cache.clock);
  if (!cache) throw new Error(`This transaction has made no organization ${orgId}.`);
  const inner = new Tx(tx, {
    cache,
    lastPosition: 0,
    shift: 0,
    now: tx.now,
    settledNow: tx.settledNow,
    reactions: tx.reactions,
    author: tx.author,
  });
  await action(inner);
  inner.finish();
  await appendEntries(tx, orgId, inner.entries);
  tx.wakesJobs ||= inner.wakesJobs;
}
