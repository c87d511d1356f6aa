/** The feature: alert words. */
import { AlertWordsResponse, AlertWordsParams } from '../../../../wire/alert-words.ts';
import { Type } from '../../../../wire/core.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { addAlertWords, removeAlertWords } from './actions.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { newAlertWordIndex, type AlertWordIndex } from '../../lib/markdown/alert-words.ts';

export { addAlertWords } from './actions.ts';

const path = '/users/me/alert_words';

const alertWordRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'get-alert-words',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: AlertWordsResponse,
    handle: ({ me }) => Promise.resolve({ alert_words: me.user.alertWords }),
  }),
  route({
    method: 'POST',
    path,
    operationId: 'add-alert-words',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: AlertWordsParams,
    response: AlertWordsResponse,
    write: async (tx, { me, params }) => ({
      alert_words: await addAlertWords(tx, me.id, params.alert_words),
    }),
  }),
  route({
    method: 'DELETE',
    path,
    operationId: 'remove-alert-words',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: AlertWordsParams,
    response: AlertWordsResponse,
    write: async (tx, { me, params }) => ({
      alert_words: await removeAlertWords(tx, me.id, params.alert_words),
    }),
  }),
];

const alertWordState: Pick<StateFetchers, 'alert_words'> = {
  alert_words: ({ me }) => ({ alert_words: [...me.alertWords] }),
};

export const alertWordsFeature = defineFeature({
  routes: alertWordRoutes,
  events: { alert_words: personal },
  registerState: alertWordState,
});

// Finds users whose alert words occur in a text.

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
