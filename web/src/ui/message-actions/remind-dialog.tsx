import { useState } from 'preact/hooks';
import { remindAbout } from '../../actions/messages/message-changes.ts';
import { getClock } from '../../view/settings/preferences.ts';
import { localInput, remindChoices } from '../../view/messages/remind-times.ts';
import { t } from '../../view/text/text.ts';
import { getDayAndTime, type Clock } from '../../view/text/times.ts';
import { Button } from '../base/button.tsx';
import { Dialog } from '../base/overlays/dialog.tsx';
import { TextField } from '../base/field.tsx';
import { toast } from '../base/overlays/toast.tsx';
import { failureText } from '../page/failure.ts';
import { useClient } from '../page/client.tsx';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';

const when = (at: number, clock: Clock): string => getDayAndTime(at / 1000, Date.now() / 1000, clock);

/** Buttons for common times, and a field for any other. */
export function RemindDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const clock = getClock(client.live);
  const [note, setNote] = useState('');
  const [own, setOwn] = useState(() => localInput(Date.now() + 86_400_000));
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const remind = async (at: number) => {
    if (!(at > Date.now())) {
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
    toast({ text: t('actions.willRemind', { time: when(at, clock) }) });
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
          {remindChoices(Date.now()).map(({ key, at }) => (
            <li key={key}>
              <button type="button" class="dialogs-choice" disabled={isBusy} onClick={() => void remind(at)}>
                <span>{t(`actions.remind.${key}`)}</span>
                <span class="dialogs-count numeric">{when(at, clock)}</span>
              </button>
            </li>
          ))}
        </ul>
        <TextField label={t('actions.remindAt')} type="datetime-local" value={own} onInput={setOwn} />
        <Reason text={reason} />
      </div>
    </Dialog>
  );
}
