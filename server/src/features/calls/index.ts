/** The feature: calls. */
import { on } from '../../core/log/index.ts';
import { userDeactivated } from '../../core/users/index.ts';
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { mountZoomNotifications } from './mount.ts';
import { callRoutes } from './routes.ts';
import { callState } from './state.ts';
import { deleteTokens } from './tokens.ts';

export { bigBlueButtonJoinPath, joinBigBlueButtonCall } from './big-blue-button.ts';
export { connectedPath, endConnecting, openConnecting, startConnecting } from './connect.ts';
export { callProbes } from './probes.ts';
export { availableCallProviders } from './providers.ts';
export { type AccountProvider, resealCallTokens } from './tokens.ts';

export const callsFeature = defineFeature({
  routes: callRoutes,
  events: { has_zoom_token: personal, has_webex_token: personal },
  mounts: [mountZoomNotifications],
  registerState: callState,
  reactions: [on(userDeactivated, (tx, user) => deleteTokens(tx, user.id))],
});
