/** Who may pin a message for everyone in its conversation. The server decides. */
import type { Message } from '../../../../wire/messages.ts';
import { holds, type State } from '../../store/index.ts';
import { getConversation } from '../../store/narrow/narrow.ts';

/** In a channel they must be allowed to write there, too. */
export function mayPin(state: State, message: Message): boolean {
  const { groups, own, organization } = state;
  const place = getConversation(message, own.user_id);
  if (place.kind === 'direct') return true;
  const channel = state.channels.get(place.channelId);
  const settings = [channel?.can_send_message_group, organization.realm_heddle_can_pin_messages_group];
  return (
    channel?.is_archived === false &&
    settings.every((setting) => setting !== undefined && holds(groups, setting, own.user_id))
  );
}
