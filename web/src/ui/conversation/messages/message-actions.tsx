import { useComputed } from '@preact/signals';
import { Ellipsis, Eye, Reply, SmilePlus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Message } from '../../../../../wire/messages.ts';
import { fetchReaders } from '../../../actions/messages/lookups.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import { personName } from '../../../view/narrow/names.ts';
import { listSome } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { openCompose } from '../../compose/state/state.ts';
import { overlay } from '../actions/state.ts';
import { useClient } from '../../page/client.tsx';
import './message-actions.css';

/** Buttons that float at the end of a message with hover or focus, without moving the text. */
export function MessageActions({ message }: { message: Message }) {
  const client = useClient();
  const { id } = message;
  const opened = useComputed(() => (overlay.value?.id === id ? overlay.value.kind : undefined)).value;
  const toggle = (kind: 'menu' | 'react') => (event: { currentTarget: Element }) => {
    overlay.value = opened === kind ? undefined : { kind, id, anchor: event.currentTarget };
  };
  return (
    <div class="message-actions-track">
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
        {client.live.get('organization').realm_enable_read_receipts === true && <ReadReceipts id={id} />}
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
    </div>
  );
}

/** The tooltip says who has read the message, which is fetched then; a click lists everyone. */
function ReadReceipts({ id }: { id: number }) {
  const client = useClient();
  const { live } = client;
  const [readers, setReaders] = useState<readonly number[]>();
  const load = async () => {
    const { value } = await fetchReaders(client, id);
    if (value !== undefined) setReaders(value);
  };
  const names = readers && listSome(readers.map((reader) => personName(live, reader)));
  return (
    <IconButton
      label={t('actions.receipts')}
      hint={readers && `${t('actions.readBy', { count: readers.length })} ${names}`.trim()}
      onHint={() => void load()}
      command="receipts"
      aria-haspopup="dialog"
      onClick={() => (overlay.value = { kind: 'receipts', id })}
    >
      <Icon of={Eye} />
    </IconButton>
  );
}
