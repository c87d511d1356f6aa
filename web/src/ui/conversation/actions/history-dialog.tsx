import type { MessageSnapshot } from '../../../../../wire/edits.ts';
import { fetchEditHistory } from '../../../actions/messages/message-changes.ts';
import { channelName, personName, topicName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getDayAndTime, getFullTime } from '../../../view/text/times.ts';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import { useClient } from '../../page/client.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';
import { useResponse } from './use-response.ts';

/** The edit history of a message, newest change first. */
export function HistoryDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const response = useResponse(() => fetchEditHistory(client, message.id));
  return (
    <Dialog title={t('actions.history')} onClose={onClose}>
      {response === undefined && <Skeleton rows={2} />}
      <Reason text={response?.failure && failureText(response.failure)} />
      <ol class="dialogs-history" role="list">
        {response?.value?.map((state, index, all) => (
          <li key={index}>
            <State state={state} isFirst={index === all.length - 1} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function State({ state, isFirst }: { state: MessageSnapshot; isFirst: boolean }) {
  const { live } = useClient();
  const clock = getClock(live);
  const { timestamp } = state;
  const name = state.user_id === null ? t('people.unknown') : personName(live, state.user_id);
  const isContent = state.prev_content !== undefined;
  return (
    <section class="dialogs-section">
      <h3 class="dialogs-heading">
        <span>
          {t(isFirst ? 'actions.sentBy' : isContent ? 'actions.editedBy' : 'actions.movedBy', { name })}
        </span>
        <time class="dialogs-count numeric" title={getFullTime(timestamp, clock)}>
          {getDayAndTime(timestamp, Date.now() / 1000, clock)}
        </time>
      </h3>
      <Places state={state} />
      {(isContent || isFirst) && (
        <div class="dialogs-excerpt dialogs-difference">
          <RenderedContent html={state.content_html_diff ?? state.rendered_content} />
        </div>
      )}
    </section>
  );
}

function Places({ state }: { state: MessageSnapshot }) {
  const { live } = useClient();
  const { prev_topic: before, topic, prev_stream: from, stream: to } = state;
  return (
    <>
      {before !== undefined && (
        <p class="dialogs-place">
          {t('actions.topicWas')} <del>{withEmoji(topicName(live, before).name)}</del> →{' '}
          <ins>{withEmoji(topicName(live, topic).name)}</ins>
        </p>
      )}
      {from !== undefined && to !== undefined && (
        <p class="dialogs-place">
          {t('actions.channelWas')} <del>{withEmoji(channelName(live, from))}</del> →{' '}
          <ins>{withEmoji(channelName(live, to))}</ins>
        </p>
      )}
    </>
  );
}
