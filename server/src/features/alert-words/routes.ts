import { AlertWordsResponse, AlertWordsParams } from '../../../../wire/alert-words.ts';
import { Type } from '../../../../wire/core.ts';
import { route } from '../../http/route.ts';
import { addAlertWords, removeAlertWords } from './actions.ts';

const path = '/users/me/alert_words';

export const alertWordRoutes = [
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
