/** The feature: organization. */
import { EmptyResponse } from '../../../../wire/core.ts';
import {
  DeactivateOrganizationParams,
  TryWelcomeTextParams,
  TryWelcomeTextResponse,
  UpdateOrganizationResponse,
  UpdateOrganizationParams,
} from '../../../../wire/update-organization.ts';
import { organizationWide } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import { mountOrganizationIcon } from './mount.ts';
import { organizationPictureRoutes } from './routes-pictures.ts';
import { organizationState } from './state.ts';
import { lastingSettings } from './lasting-settings.ts';
import { serializeChanges } from './serialize-changes.ts';
import { setOrganizationActive } from './set-active.ts';
import { sendTestWelcome } from './test-welcome.ts';
import { updateOrganization } from './update.ts';

export { checkedWelcomeText } from './checks.ts';
export { checkedSubdomain, createOrganization } from './create.ts';
export { removeFromChannelSettings } from './clear-channel-settings.ts';
export { type MadeOrganization, NewOrganizationOptions, makeOrganization } from './make-organization.ts';
export { setOrganizationActive } from './set-active.ts';
export { updateOrganization } from './update.ts';
export { setOrganizationPicture } from './pictures.ts';
export { organizationPictureUrl } from './serialize.ts';

const organizationRoutes = [
  route({
    method: 'PATCH',
    path: '/realm',
    operationId: 'update-realm',
    policy: 'administrators',
    scope: 'administer',
    leaves: lastingSettings,
    params: UpdateOrganizationParams,
    response: UpdateOrganizationResponse,
    handle: async ({ app, me, params }) =>
      serializeChanges(
        await app.db.write(me.orgId, me, (tx) => updateOrganization(tx, me, params, app.config)),
      ),
  }),
  route({
    method: 'POST',
    path: '/realm/deactivate',
    operationId: 'deactivate-realm',
    policy: 'owners',
    leaves: 'nothing',
    params: DeactivateOrganizationParams,
    response: EmptyResponse,
    write: async (tx, { params }) => {
      // The data stays until the operator of the server deletes it.
      if (typeof params.deletion_delay_days === 'number')
        throw apiError('organization.no-scheduled-deletion');
      await setOrganizationActive(tx, false);
    },
  }),
  route({
    method: 'POST',
    path: '/realm/test_welcome_bot_custom_message',
    operationId: 'test-welcome-bot-custom-message',
    policy: 'administrators',
    leaves: 'nothing',
    params: TryWelcomeTextParams,
    response: TryWelcomeTextResponse,
    write: async (tx, { me, params }) => ({
      message_id: await sendTestWelcome(tx, me, params.welcome_message_custom_text),
    }),
  }),
];

export const organizationFeature = defineFeature({
  routes: [...organizationRoutes, ...organizationPictureRoutes],
  events: { realm: organizationWide },
  mounts: [mountOrganizationIcon],
  registerState: organizationState,
});
