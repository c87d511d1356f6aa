import { fetchNotificationReason } from '../../../actions/push.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { notificationReasons } from '../../../view/inbox/why-notified.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getFullTime } from '../../../view/text/times.ts';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { getHref } from '../../page/location.ts';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';
import { useResponse } from './use-response.ts';

/** Whether and how the person was notified of a message, and why. */
export function NotificationDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const response = useResponse(() => fetchNotificationReason(client, message.id));
  const reason = response?.value;
  const clock = getClock(client.live);
  return (
    <Dialog title={t('whyNotified.title')} size="small" onClose={onClose}>
      {response === undefined && <Skeleton rows={2} />}
      <Reason text={response?.failure && failureText(response.failure)} />
      <div class="dialogs-sentences">
        {reason &&
          notificationReasons(reason, { now: serverSeconds(client.live), clock }).map((text) => (
            <p key={text}>{text}</p>
          ))}
        {reason && reason.decided_at !== null && (
          <p class="dialogs-hint">
            {t('whyNotified.decided', { when: getFullTime(reason.decided_at, clock) })}
          </p>
        )}
        <p>
          <a href={getHref({ screen: 'settings', page: 'notifications' })} onClick={onClose}>
            {t('whyNotified.settings')}
          </a>
        </p>
      </div>
    </Dialog>
  );
}
