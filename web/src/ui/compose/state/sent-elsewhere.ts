/** After sending to a conversation that is not shown: reports the result, and offers to go there. */
import { effect } from '@preact/signals';
import type { Client } from '../../../client.ts';
import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { narrowName } from '../../../view/narrow/names.ts';
import { errorText } from '../../../view/text/errors.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../base/overlays/toast.tsx';
import { goToDestination, noteWritten } from './written.ts';

/** Once it is known whether the message was sent. */
export function offerConversation({ live, outbox }: Client, { localId, to }: OutboxItem): void {
  let isDone = false;
  const end = effect(() => {
    const item = outbox.items.value.find((each) => each.localId === localId);
    if (isDone || item?.state === 'sending') return;
    isDone = true;
    queueMicrotask(() => end());
    noteWritten(to);
    const { reason: message, error } = item ?? {};
    const reason = message === undefined ? undefined : errorText(message, error);
    const name = narrowName(live, to);
    const failed = reason === undefined ? t('compose.notSent') : t('compose.notSentWhy', { reason });
    const hasFailed = item?.state === 'failed';
    toast({
      text: hasFailed ? failed : t('compose.sentTo', { name }),
      kind: hasFailed ? 'error' : 'plain',
      action: { text: t('compose.goTo'), command: 'go-to-written', onChoose: () => goToDestination(to) },
    });
  });
}
