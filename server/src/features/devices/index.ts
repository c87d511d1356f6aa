/** The feature: devices. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { tokenRoutes } from './routes-tokens.ts';
import { deviceRoutes } from './routes.ts';
import { deviceState } from './state.ts';

export { deleteUserDevices } from './actions.ts';
export type { DeviceRow } from './serialize.ts';
export { deletePushTokens, hasToken } from './tokens.ts';
export { endPushOfDevices, findDevice, updateDevice } from './updates.ts';

export const devicesFeature = defineFeature({
  routes: [...deviceRoutes, ...tokenRoutes],
  events: { device: personal },
  registerState: deviceState,
});
