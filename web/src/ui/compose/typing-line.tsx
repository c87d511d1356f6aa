import type { Target } from '../../store/writing/drafts.ts';
import { typingKey } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import type { Typists } from '../../store/messages/typing.ts';
import { personName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { withEmoji } from '../kit/emoji-text.tsx';
import { useTypists } from '../parts/people/use-typists.ts';
import './typing-line.css';

/** Who is typing here; takes the same space when nobody is. */
export function TypingLine({ target, live }: { target: Target | undefined; live: Live }) {
  const ids = useTypists(live, target && findTypists(live, target));
  return (
    <p class="typing-line" aria-live="off">
      {ids.length > 0 &&
        withEmoji(t('messages.typing', { count: ids.length, name: personName(live, ids[0]!) }))}
    </p>
  );
}

function findTypists(live: Live, target: Target): Typists | undefined {
  const { conversations } = live.get('typing');
  if (target.kind === 'direct') {
    return conversations.get(typingKey({ userIds: target.userIds, ownId: live.peek().own.user_id }));
  }
  if (target.channelId === undefined) return undefined;
  return conversations.get(typingKey({ channelId: target.channelId, topic: target.topic }));
}
