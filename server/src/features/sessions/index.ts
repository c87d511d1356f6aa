/** The feature: sessions. */
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  EndSessionsResponse,
  GetSessionsResponse,
  SessionPath,
  StartSessionResponse,
  StartSessionParams,
} from '../../../../wire/sessions.ts';
import {
  endExpiredSessions,
  endSession,
  endUserSessions,
  leaveSession,
  startSession,
} from '../../core/sessions/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { openRoute, route } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import { personWithPassword } from '../sign-in/index.ts';
import { ownSessions } from './queries.ts';

const sessionRoutes = [
  openRoute({
    method: 'POST',
    path: '/heddle/sessions',
    operationId: 'heddle-start-session',
    policy: 'anyone',
    params: StartSessionParams,
    response: StartSessionResponse,
    async handle({ app, orgId, ip, params, browser }) {
      browser.refuseForeign();
      const { user, passwordHash } = await personWithPassword(
        app,
        { orgId, ip },
        params,
        params.two_factor_code,
      );
      await startSession(app, browser, { orgId, userId: user.id, passwordHash });
      return { user_id: user.id, email: user.deliveryEmail };
    },
  }),
  route({
    method: 'GET',
    path: '/heddle/sessions',
    operationId: 'heddle-get-sessions',
    policy: 'humans',
    scope: 'credentials',
    params: Type.Object({}),
    response: GetSessionsResponse,
    handle: async ({ app, me }) => ({ sessions: await ownSessions(app.db.read, me, app.clock.now()) }),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/sessions',
    operationId: 'heddle-end-sessions',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: Type.Object({}),
    response: EndSessionsResponse,
    write: async (tx, { me }) => ({ ended: await endUserSessions(tx, me.id, me.sessionId) }),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/sessions/:session_id',
    operationId: 'heddle-end-session',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: SessionPath,
    response: EmptyResponse,
    async handle({ app, me, params }) {
      const isEnded = await app.db.write(me.orgId, me, (tx) => endSession(tx, me.id, params.session_id));
      if (!isEnded) throw apiError('authentication.invalid-session');
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/heddle/session',
    operationId: 'heddle-sign-out',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: Type.Object({}),
    response: EmptyResponse,
    async handle({ app, me, browser }) {
      if (me.sessionId === undefined) throw apiError('authentication.no-session');
      await leaveSession(app, browser, me.orgId);
      return {};
    },
  }),
];

export const sessionsFeature = defineFeature({
  routes: sessionRoutes,
  maintenance: [endExpiredSessions],
});
