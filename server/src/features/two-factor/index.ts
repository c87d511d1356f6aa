/** The feature: two-factor authentication. */
import { defineFeature } from '../../http/feature.ts';
import { twoFactorRoutes } from './routes.ts';

export { confirmSetup, resetTwoFactor, startSetup } from './actions.ts';

export const twoFactorFeature = defineFeature({ routes: twoFactorRoutes });
