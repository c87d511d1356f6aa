/** Finds users whose alert words occur in a text. */
import type { OrganizationCache } from '../../core/organization/index.ts';
import { newAlertWordIndex, type AlertWordIndex } from '../../lib/markdown/alert-words.ts';

interface IndexState {
  version: number;
  index: AlertWordIndex;
  /** By user, their words in the index. */
  words: Map<number, readonly string[]>;
}

const indexesByCache = new WeakMap<OrganizationCache, IndexState>();

/** Ids of active users, ascending. One pass over the text, whatever the number of users and words. */
export function alertedBy(cache: OrganizationCache, text: string): number[] {
  return refreshIndex(cache.committed)
    .find(text)
    .filter((id) => cache.users.get(id)?.isActive);
}

/** Updated at the first message after a user changed; only changed words are added or removed. */
function refreshIndex(cache: OrganizationCache): AlertWordIndex {
  let known = indexesByCache.get(cache);
  if (known?.version === cache.users.version) return known.index;
  known ??= { version: -1, index: newAlertWordIndex(), words: new Map() };
  indexesByCache.set(cache, known);
  for (const { id, alertWords } of cache.users.values()) {
    const before = known.words.get(id);
    if (before === alertWords || (before === undefined && alertWords.length === 0)) continue;
    known.index.set(id, alertWords);
    known.words.set(id, alertWords);
  }
  known.version = cache.users.version;
  return known.index;
}
