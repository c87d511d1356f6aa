import { Fragment } from 'preact';
import type { Message } from '../../../../../wire/messages.ts';
import { fetchSource } from '../../../actions/messages/lookups.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t, type TextKey } from '../../../view/text/text.ts';
import { getFullTime } from '../../../view/text/times.ts';
import { Button } from '../../kit/button.tsx';
import { copyText } from '../../kit/toasts/clipboard.ts';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';
import { useResponse } from './use-response.ts';

/** The Markdown source of a message, its ID, and the times of its changes. */
export function SourceDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const response = useResponse(() => fetchSource(client, message.id));
  const source = response?.value;
  return (
    <Dialog
      title={t('actions.information')}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          disabled={source === undefined}
          onClick={() => source !== undefined && void copyText(source, t('actions.textCopied'))}
        >
          {t('actions.copyText')}
        </Button>
      }
    >
      <Facts message={message} />
      {response === undefined && <Skeleton rows={2} />}
      <Reason text={response?.failure && failureText(response.failure)} />
      {source !== undefined && (
        <pre class="dialogs-source" tabIndex={0} dir="auto">
          {source}
        </pre>
      )}
    </Dialog>
  );
}

function Facts({ message }: { message: Message }) {
  const { live } = useClient();
  const clock = getClock(live);
  const times: readonly [TextKey, number | undefined][] = [
    ['actions.sentAt', message.timestamp],
    ['actions.editedAt', message.last_edit_timestamp],
    ['actions.movedAt', message.last_moved_timestamp],
  ];
  return (
    <dl class="dialogs-facts">
      <dt>{t('actions.messageId')}</dt>
      <dd class="numeric">{message.id}</dd>
      {times.map(
        ([key, time]) =>
          time !== undefined && (
            <Fragment key={key}>
              <dt>{t(key)}</dt>
              <dd>
                <time dateTime={new Date(time * 1000).toISOString()}>{getFullTime(time, clock)}</time>
              </dd>
            </Fragment>
          ),
      )}
      <dt>{t('actions.client')}</dt>
      <dd>{message.client}</dd>
    </dl>
  );
}
