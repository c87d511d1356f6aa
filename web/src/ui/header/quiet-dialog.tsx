import { useState } from 'preact/hooks';
import { pauseNotices } from '../../actions/quiet.ts';
import type { Live } from '../../store/live.ts';
import { serverNow, serverSeconds } from '../../store/server-clock.ts';
import { remindChoices } from '../../view/messages/remind-times.ts';
import { quietText, readQuiet } from '../../view/people/quiet.ts';
import { getClock } from '../../view/preferences/preferences.ts';
import { failureText } from '../../view/text/failure.ts';
import { t } from '../../view/text/text.ts';
import { getComingTime } from '../../view/text/times.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { toast } from '../kit/toasts/toast.tsx';
import { useClient } from '../page/client.tsx';
import { navigate } from '../page/location.ts';

/** @param at milliseconds since 1970 */
const getWhen = (live: Live, at: number): string =>
  getComingTime(at / 1000, serverSeconds(live), getClock(live));

const column = { display: 'grid', gap: 'var(--space-8)' };

/** Pauses the person's notifications for a time, or ends that; quiet hours are in the settings. */
export function QuietDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const ownId = live.get('own').user_id;
  const pause = async (until: number | null) => {
    setBusy(true);
    const failure = await pauseNotices(client, until);
    setBusy(false);
    setReason(failure && failureText(failure));
    if (failure !== undefined) return;
    // The sign of it is only in the list of people, which may be closed.
    const text = until === null ? t('quiet.ended') : t('quiet.until', { time: getWhen(live, until) });
    toast({ text });
    onClose();
  };
  return (
    <Dialog
      title={t('quiet.title')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              onClose();
              navigate({ screen: 'settings', page: 'notifications' });
            }}
          >
            {t('quiet.hours')}
          </Button>
          {readQuiet(live, ownId).until !== null && (
            <Button kind="primary" isBusy={isBusy} onClick={() => void pause(null)}>
              {t('quiet.end')}
            </Button>
          )}
        </>
      }
    >
      <div style={column}>
        <p>{quietText(live, ownId) ?? t('quiet.hint')}</p>
        {remindChoices(serverNow(live)).map(({ key, at }) => (
          <Button key={key} disabled={isBusy} onClick={() => void pause(at)}>
            {t(`quiet.for.${key}`)} · {getWhen(live, at)}
          </Button>
        ))}
        {reason !== undefined && <p role="alert">{reason}</p>}
      </div>
    </Dialog>
  );
}
