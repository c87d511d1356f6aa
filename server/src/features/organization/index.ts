/** The feature: organization. */
import { defineFeature } from '../../http/feature.ts';
import { mountOrganizationIcon } from './mount.ts';
import { organizationPictureRoutes } from './routes-pictures.ts';
import { organizationRoutes } from './routes.ts';
import { organizationState } from './state.ts';

export const organizationFeature = defineFeature({
  routes: [...organizationRoutes, ...organizationPictureRoutes],
  mounts: [mountOrganizationIcon],
  registerState: organizationState,
});
