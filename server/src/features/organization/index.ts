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
import { setOrganizationActive } from './set-active.ts';
import { updateOrganization, type Changes } from './update.ts';
import type { Tx } from '../../core/log/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import { draftFor, sendDirect, systemBot } from '../message-send/index.ts';
import { checkedWelcomeText } from './checks.ts';

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

// POST /realm/test_welcome_bot_custom_message: sends the caller the welcome message for new users.

/** @returns the id of the message */
async function sendTestWelcome(tx: Tx, me: Principal, given: string): Promise<number> {
  const text = checkedWelcomeText(given);
  if (text.trim() === '') throw apiError('organization.welcome-empty');
  const user = currentUser(tx.cache, me);
  const draft = draftFor(tx, user, text);
  const { id } = await sendDirect(tx, systemBot(tx, 'welcome-bot'), [user.id], { draft, client: 'Internal' });
  return id;
}

// The response of PATCH /realm: what changed.

const historyPolicies = { all: 1, moves: 2, none: 3 } as const;

/** Settings with free text, which the response does not repeat. */
const texts: ReadonlySet<string> = new Set([
  'name',
  'default_code_block_language',
  'default_language',
  'jitsi_server_url',
  'welcome_message_custom_text',
]);

/** COMPAT(feature level 372): texts are reported as `updated`, and one policy by its number. */
function serializeChanges({ values, permissions, description }: Changes): UpdateOrganizationResponse {
  const { message_edit_history_visibility_policy: policy } = values;
  const answered: UpdateOrganizationResponse = Object.fromEntries(
    Object.entries(values)
      .map(([name, value]): [string, unknown] => [name, texts.has(name) ? 'updated' : value])
      .concat(Object.entries(permissions)),
  );
  if (description !== undefined) answered.description = 'updated';
  if (policy !== undefined) answered.message_edit_history_visibility_policy = historyPolicies[policy];
  return answered;
}
