import { useComputed, type Signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { memo } from '../../kit/preact/drawing.ts';
import type { Live } from '../../../store/live.ts';
import { getConversation, narrowKey, type Narrow } from '../../../store/narrow/narrow.ts';
import type { MessageRow } from '../../../view/messages/message-rows.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t, type TextKey } from '../../../view/text/text.ts';
import { toDay } from '../../../view/text/times.ts';
import { aimKey } from '../../compose/state/written.ts';
import { useClient } from '../../page/client.tsx';
import { runCommand } from '../../page/keyboard.ts';
import { afterFrame } from '../../page/quiet.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { MessageView } from './message.tsx';
import './message-row.css';
import { PendingView } from './pending.tsx';

const beginnings: Partial<Record<Narrow['kind'], TextKey>> = {
  topic: 'messages.beginning',
  direct: 'messages.beginning',
  channel: 'messages.channelBeginning',
};

type Props = { row: MessageRow; narrow: Narrow; selected: Signal<number | undefined> };

/** A row of the list; unchanged rows are not rendered again on scrolling. */
export const MessageRowView = memo(Row, (a, b) => sameRow(a.row, b.row) && a.selected === b.selected);

function sameRow(a: MessageRow, b: MessageRow): boolean {
  if (a.kind === 'message' && b.kind === 'message')
    return a.id === b.id && a.isFirstOfGroup === b.isFirstOfGroup;
  if (a.kind === 'pending' && b.kind === 'pending')
    return a.item === b.item && a.isFirstOfGroup === b.isFirstOfGroup;
  return a.kind !== 'message' && a.kind !== 'pending' && a.key === b.key;
}

function Row({ row, narrow, selected }: Props) {
  const isOutside = useIsOutside(row);
  const name = isOutside ? 'frame-column message-row-outside' : 'frame-column';
  return <div class={name}>{content(row, narrow, selected)}</div>;
}

/** Whether the next message goes to another conversation than that of the row. */
function useIsOutside(row: MessageRow): boolean {
  const { live } = useClient();
  return useComputed(() => {
    const key = aimKey.value;
    if (key === undefined) return false;
    const place = getRowConversation(live, row);
    return place !== undefined && narrowKey(place) !== key;
  }).value;
}

function getRowConversation(live: Live, row: MessageRow): Narrow | undefined {
  if (row.kind === 'conversation') return row.conversation;
  if (row.kind === 'pending') return row.item.to;
  const message = row.kind === 'message' ? live.get('messages').get(row.id) : undefined;
  return message && getConversation(message, live.get('own').user_id);
}

function content(row: MessageRow, narrow: Narrow, selected: Signal<number | undefined>) {
  switch (row.kind) {
    case 'beginning':
      return <p class="message-row-beginning">{t(beginnings[narrow.kind] ?? 'messages.nothingOlder')}</p>;
    case 'day':
      return <Day seconds={row.seconds} />;
    case 'unread':
      return (
        <div class="message-row-unread" role="separator">
          <span class="message-row-new">{t('messages.new')}</span>
        </div>
      );
    case 'conversation':
      return (
        <ConversationHeader
          conversation={row.conversation}
          foundIn={narrow.kind === 'search' ? row.messageId : undefined}
        />
      );
    case 'pending':
      return <PendingView item={row.item} isFirst={row.isFirstOfGroup} />;
    case 'message':
      return (
        <MessageView
          id={row.id}
          isFirst={row.isFirstOfGroup}
          selected={selected}
          isSearch={narrow.kind === 'search'}
        />
      );
  }
}

/**
 * Creating the first formatter takes a phone longer than rendering the rest, so dates are formatted after the first
 * paint.
 */
let hasFormatters = false;

function Day({ seconds }: { seconds: number }) {
  const { live } = useClient();
  const [isSeen, setSeen] = useState(hasFormatters);
  useEffect(() => {
    if (isSeen) return;
    void afterFrame().then(() => setSeen((hasFormatters = true)));
  }, []);
  const day = isSeen ? toDay(seconds, Date.now() / 1000, getClock(live)) : '\u00a0';
  return (
    <p class="message-row-day">
      <button
        type="button"
        class="message-row-jump"
        title={t('jump.title')}
        onClick={() => runCommand('jump-to-day')}
      >
        {day}
      </button>
    </p>
  );
}
