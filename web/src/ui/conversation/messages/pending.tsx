import type { OutboxItem } from '../../../store/writing/outbox.ts';
import { errorText } from '../../../view/text/errors.ts';
import { t } from '../../../view/text/text.ts';
import { Avatar } from '../../parts/people/avatar.tsx';
import { Button } from '../../kit/button.tsx';
import { editFailed } from '../../compose/state/state.ts';
import { useClient } from '../../page/client.tsx';
import { Condensed } from '../../parts/content/condensed.tsx';
import './message.css';
import './pending.css';

/** A message that is being sent; one that waits or was refused stays in place, with what can be done. */
export function PendingView({ item, isFirst }: { item: OutboxItem; isFirst: boolean }) {
  const client = useClient();
  const own = client.live.get('own');
  const { state, reason, error, localId, isWaiting = false } = item;
  const isSending = state !== 'failed' && !isWaiting;
  const remove = () => client.outbox.remove(localId);
  return (
    <article
      class={`message pending pending-${state} ${isFirst ? 'message-first' : ''}`}
      aria-label={own.full_name}
    >
      <div class="message-side">
        {isFirst && <Avatar userId={own.user_id} name={own.full_name} url={own.avatar_url} />}
      </div>
      <div class="message-main">
        {isFirst && (
          <div class="message-head">
            <span class="message-name one-line">{own.full_name}</span>
            {isSending && <Sending />}
          </div>
        )}
        {!isFirst && isSending && <Sending />}
        <Condensed id={localId}>
          <p class="pending-text" dir="auto">
            {item.content}
          </p>
        </Condensed>
        {isWaiting && (
          <div class="pending-refused" role="status">
            <span class="pending-reason pending-waits">{t('frame.keptUnsent')}</span>
            <span class="pending-choices">
              <Button kind="quiet" onClick={() => client.outbox.retry(localId)}>
                {t('frame.reconnectNow')}
              </Button>
              <Button kind="quiet" onClick={remove}>
                {t('common.discard')}
              </Button>
            </span>
          </div>
        )}
        {state === 'failed' && (
          <div class="pending-refused" role="alert">
            <span class="pending-reason">
              {reason === undefined
                ? t('compose.notSent')
                : t('compose.notSentWhy', { reason: errorText(reason, error) })}
            </span>
            <span class="pending-choices">
              <Button kind="quiet" onClick={() => client.outbox.retry(localId)}>
                {t('common.retry')}
              </Button>
              <Button kind="quiet" onClick={() => editFailed(client, remove())}>
                {t('common.edit')}
              </Button>
              <Button kind="quiet" onClick={remove}>
                {t('common.discard')}
              </Button>
            </span>
          </div>
        )}
      </div>
    </article>
  );
}

/** Shown only after a while, so that messages that are sent at once do not flicker. */
const Sending = () => <span class="pending-state">{t('compose.sending')}</span>;
