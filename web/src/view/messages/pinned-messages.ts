/** Messages that are pinned in a conversation. */
import type { PinnedMessage } from '../../../../wire/pinned-messages.ts';
import { topicKey } from '../../../../wire/topics.ts';
import { directKey } from '../../store/base/conversation-keys.ts';
import type { Live } from '../../store/live.ts';
import { isConversation, type Narrow } from '../../store/narrow/narrow.ts';

/** The newest pin first. */
export function pinsIn(live: Live, narrow: Narrow): readonly PinnedMessage[] {
  if (!isConversation(narrow)) return [];
  const ownId = live.get('own').user_id;
  const isHere =
    narrow.kind === 'topic'
      ? (pin: PinnedMessage) =>
          'topic' in pin &&
          pin.channel_id === narrow.channelId &&
          topicKey(pin.topic) === topicKey(narrow.topic)
      : (pin: PinnedMessage) =>
          'user_ids' in pin && directKey([...pin.user_ids], ownId) === directKey([...narrow.userIds], ownId);
  return [...live.get('pinnedMessages').values()]
    .filter(isHere)
    .sort((a, b) => b.pinned_at - a.pinned_at || b.message_id - a.message_id);
}
