/** The feature: organization. */
import { organizationWide } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { mountOrganizationIcon } from './mount.ts';
import { organizationPictureRoutes } from './routes-pictures.ts';
import { organizationRoutes } from './routes.ts';
import { organizationState } from './state.ts';

export { checkedWelcomeText } from './checks.ts';
export { checkedSubdomain, createOrganization } from './create.ts';
export { removeFromChannelSettings } from './clear-channel-settings.ts';
export { type MadeOrganization, NewOrganizationOptions, makeOrganization } from './make-organization.ts';
export { setOrganizationActive } from './set-active.ts';
export { updateOrganization } from './update.ts';
export { setOrganizationPicture } from './pictures.ts';
export { organizationPictureUrl } from './serialize.ts';

export const organizationFeature = defineFeature({
  routes: [...organizationRoutes, ...organizationPictureRoutes],
  events: { realm: organizationWide },
  mounts: [mountOrganizationIcon],
  registerState: organizationState,
});
