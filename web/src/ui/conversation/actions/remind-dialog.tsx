import { useState } from 'preact/hooks';
import { remindAbout } from '../../../actions/messages/message-changes.ts';
import type { Live } from '../../../store/live.ts';
import { serverNow, serverSeconds } from '../../../store/server-clock.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { localInput, remindChoices } from '../../../view/messages/remind-times.ts';
import { t } from '../../../view/text/text.ts';
import { getDayAndTime } from '../../../view/text/times.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { ClockNotice } from '../../parts/clock-notice.tsx';
import { useClient } from '../../page/client.tsx';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';

const when = (live: Live, at: number): string =>
  getDayAndTime(at / 1000, serverSeconds(live), getClock(live));

/** Buttons for common times, and a field for any other. */
export function RemindDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const { live } = client;
  const [note, setNote] = useState('');
  const [own, setOwn] = useState(() => localInput(serverNow(live) + 86_400_000));
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const remind = async (at: number) => {
    if (!(at > serverNow(live))) {
      setReason(t('actions.remindPast'));
      return;
    }
    setBusy(true);
    const failure = await remindAbout(client, message.id, at, note);
    setBusy(false);
    if (failure) {
      setReason(failureText(failure));
      return;
    }
    onClose();
    toast({ text: t('actions.willRemind', { time: when(live, at) }) });
  };
  return (
    <Dialog
      title={t('actions.remind')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void remind(new Date(own).getTime())}>
            {t('actions.remindSet')}
          </Button>
        </>
      }
    >
      <div class="dialogs-form">
        <TextField label={t('actions.remindNote')} maxLength={900} value={note} onInput={setNote} />
        <ul class="dialogs-choices" role="list">
          {remindChoices(serverNow(live)).map(({ key, at }) => (
            <li key={key}>
              <button type="button" class="dialogs-choice" disabled={isBusy} onClick={() => void remind(at)}>
                <span>{t(`actions.remind.${key}`)}</span>
                <span class="dialogs-count numeric">{when(live, at)}</span>
              </button>
            </li>
          ))}
        </ul>
        <TextField label={t('actions.remindAt')} type="datetime-local" value={own} onInput={setOwn} />
        <ClockNotice />
        <Reason text={reason} />
      </div>
    </Dialog>
  );
}
