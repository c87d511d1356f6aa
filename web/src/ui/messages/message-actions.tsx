import { useComputed } from '@preact/signals';
import { Ellipsis, Reply, SmilePlus } from 'lucide-preact';
import type { Message } from '../../../../wire/messages.ts';
import { getConversation } from '../../store/messages/narrow.ts';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { openCompose } from '../compose/state/state.ts';
import { overlay } from '../message-actions/state.ts';
import { useClient } from '../page/client.tsx';
import './message-actions.css';

/** What floats at the right edge of a message under the pointer or with the focus, and moves no text. */
export function MessageActions({ message }: { message: Message }) {
  const client = useClient();
  const { id } = message;
  const opened = useComputed(() => (overlay.value?.id === id ? overlay.value.kind : undefined)).value;
  const toggle = (kind: 'menu' | 'react') => (event: { currentTarget: Element }) => {
    overlay.value = opened === kind ? undefined : { kind, id, anchor: event.currentTarget };
  };
  return (
    <div
      class={opened === undefined ? 'message-actions' : 'message-actions is-open'}
      role="toolbar"
      aria-label={t('messages.actions')}
    >
      <IconButton
        label={t('messages.react')}
        command="react"
        aria-haspopup="dialog"
        aria-expanded={opened === 'react'}
        onClick={toggle('react')}
      >
        <Icon of={SmilePlus} />
      </IconButton>
      <IconButton
        label={t('messages.reply')}
        command="reply"
        onClick={() => openCompose(getConversation(message, client.live.peek().own.user_id))}
      >
        <Icon of={Reply} />
      </IconButton>
      <IconButton
        label={t('messages.more')}
        command="more-actions"
        aria-haspopup="menu"
        aria-expanded={opened === 'menu'}
        onClick={toggle('menu')}
      >
        <Icon of={Ellipsis} />
      </IconButton>
    </div>
  );
}
