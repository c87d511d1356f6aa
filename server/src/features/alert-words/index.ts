/** The feature: alert words. */
import { AlertWordsResponse, AlertWordsParams } from '../../../../wire/alert-words.ts';
import { Type } from '../../../../wire/core.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { addAlertWords, removeAlertWords } from './actions.ts';

export { addAlertWords } from './actions.ts';
export { alertedBy } from './alerted.ts';

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
