/** What the permissions of a channel may be beyond what holds for every group-setting value. */
import type { ChannelPermission } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import { type OrganizationCache, type User, mayIn, systemGroup } from '../organization/index.ts';
import { incompatible } from '../../lib/errors.ts';

type GivenPermissions = { readonly [Name in ChannelPermission]?: GroupSetting | undefined };

/** An invisible topic cannot be distinguished from a new one, so everyone must be able to begin topics there. */
export function checkTopicCreators(
  cache: OrganizationCache,
  creators: GroupSetting | undefined,
  isHistoryPublic: boolean,
): void {
  if (creators === undefined || isHistoryPublic) return;
  if (creators === systemGroup(cache, 'role:everyone').id) return;
  throw incompatible('history_public_to_subscribers', 'can_create_topic_group');
}

/** Whether someone may let others delete messages, as far as these permissions do. */
export function maySetDeletion(cache: OrganizationCache, user: User, given: GivenPermissions): boolean {
  const nobody = systemGroup(cache, 'role:nobody').id;
  const isAsked = ([given.can_delete_any_message_group, given.can_delete_own_message_group] as const).some(
    (value) => value !== undefined && value !== nobody,
  );
  return !isAsked || mayIn(cache, 'can_set_delete_message_policy_group', user);
}
