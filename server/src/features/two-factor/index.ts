/** The feature: two-factor authentication. */
import { defineFeature } from '../../http/feature.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { twoFactorRoutes } from './routes.ts';

export { type Challenge, type PasskeyAssertion, newChallenge, usePasskey } from './passkeys.ts';
export { confirmSetup, resetTwoFactor, startSetup } from './actions.ts';

export const twoFactorFeature = defineFeature({ routes: [...twoFactorRoutes, ...passkeyRoutes] });
