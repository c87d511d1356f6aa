/** What keeps a person from writing somewhere, so that it is said before they have written. The server has the last word. */
import type { GroupSetting } from '../../../wire/core.ts';
import type { Target } from '../store/drafts.ts';
import { holds } from '../store/index.ts';
import type { Live } from '../store/live.ts';
import { personName } from './names.ts';
import { t } from './text.ts';

/** @returns in words; undefined where nothing is known to be in the way */
export function writingObjection(live: Live, to: Target): string | undefined {
  return to.kind === 'topic' ? channelObjection(live, to.channelId) : directObjection(live, to.userIds);
}

function channelObjection(live: Live, channelId: number | undefined): string | undefined {
  const channel = channelId === undefined ? undefined : live.get('channels').get(channelId);
  if (channel === undefined) return undefined;
  if (channel.is_archived) return t('compose.archived');
  return isHeldBy(live, channel.can_send_message_group, [live.get('own').user_id])
    ? undefined
    : t('compose.onlyRead');
}

function directObjection(live: Live, userIds: readonly number[]): string | undefined {
  const users = live.get('users');
  const gone = userIds.find((id) => users.get(id)?.is_active === false);
  if (gone !== undefined) return t('compose.deactivated', { name: personName(live, gone) });
  // Who is not known yet may be the one that it takes; bots may always be written to.
  if (userIds.every((id) => users.get(id)?.is_bot !== false)) return undefined;
  const allowed = live.get('organization').realm_direct_message_permission_group;
  if (allowed === undefined || isHeldBy(live, allowed, [live.get('own').user_id, ...userIds]))
    return undefined;
  return t('compose.noDirect');
}

const isHeldBy = (live: Live, setting: GroupSetting, userIds: readonly number[]): boolean =>
  userIds.some((id) => holds(live.get('groups'), setting, id));
