/** The feature: status. */
import { defineFeature } from '../../http/feature.ts';
import { encodeStatus } from './encode.ts';
import { statusRoutes } from './routes.ts';
import { statusState } from './state.ts';
import { on } from '../../core/log/index.ts';
import { profileDeleted } from '../../core/users/index.ts';
import { clearStatus } from './actions.ts';

export const statusFeature = defineFeature({
  routes: statusRoutes,
  registerState: statusState,
  encoders: { user_status: encodeStatus },
  reactions: [on(profileDeleted, (tx, user) => clearStatus(tx, user.id))],
});
