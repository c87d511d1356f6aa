import { Reply, Star } from 'lucide-preact';
import type { Message } from '../../../../wire/messages.ts';
import { toggleStar } from '../../actions/messages.ts';
import { conversationOf } from '../../store/narrow.ts';
import { t } from '../../view/text.ts';
import { IconButton } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { toast } from '../base/toast.tsx';
import { openCompose } from '../compose/state.ts';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import './message-actions.css';

/** What floats at the right edge of a message under the pointer or with the focus, and moves no text. */
export function MessageActions({ message }: { message: Message }) {
  const client = useClient();
  const isStarred = client.live.get('starred').has(message.id);
  const star = async () => {
    const failure = await toggleStar(client, message.id);
    if (failure) toast({ text: failureText(failure), kind: 'error' });
  };
  return (
    <div class="message-actions" role="toolbar" aria-label={t('messages.actions')}>
      <IconButton
        label={t(isStarred ? 'messages.unstar' : 'messages.star')}
        command="star"
        isPressed={isStarred}
        onClick={() => void star()}
      >
        <Icon of={Star} isFilled={isStarred} />
      </IconButton>
      <IconButton
        label={t('messages.reply')}
        command="reply"
        onClick={() => openCompose(conversationOf(message, client.live.peek().own.user_id))}
      >
        <Icon of={Reply} />
      </IconButton>
    </div>
  );
}
