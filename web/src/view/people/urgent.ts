/** Whom a message did not notify because they are not to be disturbed, for a person who may have them notified anyway. */
import type { Message } from '../../../../wire/messages.ts';
import { holds } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import { getConversation } from '../../store/narrow/narrow.ts';
import { serverSeconds } from '../../store/server-clock.ts';
import { quietEnd } from './quiet.ts';

/** What was sent before is no longer on the sender’s mind. */
const offeredSeconds = 3600;

/** Not those who are mentioned silently, or in a group. */
const mentioned = /<span class="user-mention" data-user-id="(\d+)"/g;

export function mayOverrideQuiet(live: Live): boolean {
  const setting = live.get('organization').realm_heddle_can_override_do_not_disturb_group;
  return setting !== undefined && holds(live.get('groups'), setting, live.get('own').user_id);
}

/** @param message the newest of a conversation */
export function heldRecipients(live: Live, message: Message | undefined): number[] {
  const ownId = live.get('own').user_id;
  if (message?.sender_id !== ownId || serverSeconds(live) - message.timestamp > offeredSeconds) return [];
  const place = getConversation(message, ownId);
  const named =
    place.kind === 'direct'
      ? place.userIds
      : [...message.content.matchAll(mentioned)].map(([, id]) => Number(id));
  const users = live.get('users');
  return [...new Set(named)].filter((id) => {
    const user = users.get(id);
    return id !== ownId && user?.is_active && !user.is_bot && quietEnd(live, id) !== undefined;
  });
}
