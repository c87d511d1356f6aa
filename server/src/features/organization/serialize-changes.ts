/** The response of PATCH /realm: what changed. */
import type { UpdateOrganizationResponse } from '../../../../wire/update-organization.ts';
import type { Changes } from './update.ts';

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
export function serializeChanges({ values, permissions, description }: Changes): UpdateOrganizationResponse {
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
