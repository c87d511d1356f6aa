/** The feature: presence. */
import { Type } from '../../../../wire/core.ts';
import {
  GetPresenceResponse,
  GetUserPresenceResponse,
  UpdatePresenceResponse,
  UpdatePresenceParams,
  UserPresencePath,
} from '../../../../wire/presence.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { type Encoder, type EventRules, once, openObject } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { presenceBoards } from './boards.ts';
import { notePresence } from './actions.ts';
import { getPresence, getUserPresence, presenceNews, presencesFor } from './queries.ts';
import { legacyEvent, simplifiedEvent } from './serialize.ts';

export { come, leave } from './actions.ts';
export type { Board, SeenRow } from './board.ts';
export { presenceBoards, saveSeen } from './boards.ts';

const presenceRoutes = [
  route({
    method: 'POST',
    path: '/users/me/presence',
    operationId: 'update-presence',
    policy: 'humans',
    leaves: 'nothing',
    personal: true,
    isUnattended: true,
    params: UpdatePresenceParams,
    response: UpdatePresenceResponse,
    handle: async (context) => {
      await notePresence(context.app, context.me, context.params);
      return presenceNews(context);
    },
  }),
  route({
    method: 'GET',
    path: '/realm/presence',
    operationId: 'get-presence',
    policy: 'signedIn',
    scope: 'read',
    params: Type.Object({}),
    response: GetPresenceResponse,
    handle: ({ app, me }) => getPresence(app, me),
  }),
  route({
    method: 'GET',
    path: '/users/:user_id_or_email/presence',
    operationId: 'get-user-presence',
    policy: 'signedIn',
    scope: 'read',
    params: UserPresencePath,
    response: GetUserPresenceResponse,
    handle: ({ app, me, params }) => getUserPresence(app, me, params.user_id_or_email),
  }),
];

const presenceState: Pick<StateFetchers, 'presence'> = {
  presence: async ({ app, tx, me, slimPresence, presenceHistoryDays }) => {
    const board = await presenceBoards(app).of(tx.orgId);
    const asked = { since: -1, slim: slimPresence, historyDays: presenceHistoryDays, now: tx.now };
    return {
      presences: await presencesFor(tx, { cache: tx.cache, user: me }, board, asked),
      presence_last_update_id: board.lastUpdateId,
      server_timestamp: tx.now / 1000,
    };
  },
};

// Presence: about a user, and for each class of client.

const encodePresence: Encoder = ({ event }, { options }, shared) => {
  if (options.capabilities.simplified_presence_events)
    return once(shared, 'simplified', () => openObject(simplifiedEvent(event)));
  const slim = options.slimPresence;
  return once(shared, slim ? 'slim' : 'legacy', () => openObject(legacyEvent(event, slim)));
};

const presenceEvents: Pick<EventRules, 'presence'> = {
  presence: {
    to: ['everyone'],
    about: ({ presences = {} }) => Object.keys(presences).map((id) => ({ kind: 'user', id: Number(id) })),
    encode: encodePresence,
    isOnPages: false,
  },
};

export const presenceFeature = defineFeature({
  routes: presenceRoutes,
  registerState: presenceState,
  events: presenceEvents,
  workers: [presenceBoards],
});
