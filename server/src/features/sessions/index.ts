/** The feature: sessions. */
import { endExpiredSessions } from '../../core/sessions/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { sessionRoutes } from './routes.ts';

export const sessionsFeature = defineFeature({
  routes: sessionRoutes,
  maintenance: [endExpiredSessions],
});
