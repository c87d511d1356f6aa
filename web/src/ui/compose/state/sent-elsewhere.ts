/** After sending to a conversation that is not shown: goes there, or reports the result and offers to go there. */
import { effect } from '@preact/signals';
import type { Client } from '../../../connection/client.ts';
import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { showsNew, type Narrow } from '../../../store/narrow/narrow.ts';
import { narrowName } from '../../../view/narrow/names.ts';
import { preference } from '../../../view/preferences/preferences.ts';
import { errorText } from '../../../view/text/errors.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { getTarget, isAt, isElsewhere, openComposeAt, target } from './state.ts';
import { goToDestination, noteWritten } from './written.ts';

/** What is written next goes to the conversation on the screen, which is that of the message if the person wants so. */
export function afterSending(client: Client, narrow: Narrow, item: OutboxItem): void {
  const isOver = isElsewhere.peek();
  if (!isOver && showsNew(narrow, item.to)) return;
  const follows = preference(client.live, 'web_navigate_to_sent_message') !== false;
  // Who has gone elsewhere while a command or an upload held the message back stays there.
  if (follows && !isOver && isAt(narrow)) {
    openComposeAt(item.to, item.to);
    return;
  }
  offerConversation(client, item);
  if (isOver) target.value = undefined;
  else if (isAt(narrow)) target.value = getTarget(narrow);
}

/** Once it is known whether the message was sent, or waits for a connection. */
export function offerConversation({ live, outbox }: Client, { localId, to }: OutboxItem): void {
  let isDone = false;
  const end = effect(() => {
    const item = outbox.items.value.find((each) => each.localId === localId);
    const isWaiting = item?.isWaiting === true;
    if (isDone || (item?.state === 'sending' && !isWaiting)) return;
    isDone = true;
    queueMicrotask(() => end());
    noteWritten(to);
    const { reason: message, error } = item ?? {};
    const reason = message === undefined ? undefined : errorText(message, error);
    const name = narrowName(live, to);
    const failed = reason === undefined ? t('compose.notSent') : t('compose.notSentWhy', { reason });
    const hasFailed = item?.state === 'failed';
    const done = isWaiting ? t('frame.keptUnsent') : t('compose.sentTo', { name });
    toast({
      text: hasFailed ? failed : done,
      kind: hasFailed ? 'error' : 'plain',
      action: { text: t('compose.goTo'), command: 'go-to-written', onChoose: () => goToDestination(to) },
    });
  });
}
