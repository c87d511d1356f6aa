import { useComputed } from '@preact/signals';
import type { FoundMessage, Message } from '../../../../../wire/messages.ts';
import { isMutedPerson } from '../../../view/channels/topic-visibility.ts';
import { t } from '../../../view/text/text.ts';
import { collapse } from '../actions/commands.ts';
import { edits } from '../../compose/state/edits.ts';
import { useClient } from '../../page/client.tsx';
import { latePart } from '../../kit/toasts/late.tsx';
import { expand, expanded } from '../../parts/content/condensed-state.ts';
import { Condensed } from '../../parts/content/condensed.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import './message-content.css';

/** The prefix of messages that begin with the sender's name, as actions of their sender. */
const doing = /^<p>\/me\s+/;

/** Most messages are shorter than this; these are never condensed, and need not be measured. */
const mayBeLong = (html: string): boolean => html.length > 100;

const EditBox = latePart(() => import('../actions/edit-box.tsx').then((m) => m.EditBox), {
  isAhead: true,
});
const MessageWidget = latePart(() => import('../../parts/widgets/widget.tsx').then((m) => m.MessageWidget), {
  Waiting: ({ text }) => <>{text}</>,
});

type Props = {
  id: number;
  /** Highlights the matches of a search. */
  isSearch: boolean;
};

type TextProps = { message: Message; isSearch: boolean };

/** The content of a message, or the box in which it is edited. That of a muted user is shown when asked for. */
export function MessageContent({ id, isSearch }: Props) {
  const client = useClient();
  // Read here, since messages change in place: the same object would not render again.
  const message = client.live.message(id);
  const edit = useComputed(() => edits.value.get(id)).value;
  const isExpanded = useComputed(() => expanded.value.has(id)).value;
  if (message === undefined) return null;
  if (edit?.state === 'editing') return <EditBox message={message} edit={edit} />;
  if (edit !== undefined) {
    return (
      <>
        <p class="message-content-saving" dir="auto">
          {edit.text}
        </p>
        <p class="message-content-hint">{t('common.saving')}</p>
      </>
    );
  }
  if (message.flags.includes('collapsed')) {
    return (
      <button type="button" class="message-content-collapsed" onClick={() => void collapse(client, id)}>
        {t('actions.collapsed')} · {t('actions.expand')}
      </button>
    );
  }
  if (!isExpanded && isMutedPerson(client.live, message.sender_id)) {
    return (
      <button type="button" class="message-content-collapsed condensed-toggle" onClick={() => expand(id)}>
        {t('messages.ofMuted')}
      </button>
    );
  }
  const text = <TextContent message={message} isSearch={isSearch} />;
  // Nearly all messages are text.
  if (!message.submessages.some((one) => one.msg_type === 'widget')) return text;
  return <MessageWidget message={message} text={text} />;
}

function TextContent({ message, isSearch }: TextProps) {
  const { match_content: found } = message as FoundMessage;
  const html = isSearch ? (found ?? message.content) : message.content;
  if (message.is_me_message) return <RenderedContent html={html.replace(doing, '<p>')} />;
  const text = <RenderedContent html={html} />;
  return isSearch || !mayBeLong(html) ? text : <Condensed id={message.id}>{text}</Condensed>;
}
