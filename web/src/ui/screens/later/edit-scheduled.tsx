import { useState } from 'preact/hooks';
import type { ScheduledMessage } from '../../../../../wire/scheduled-messages.ts';
import { changeScheduled } from '../../../actions/messages/later.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { fromLocalInput, toLocalInput } from '../../../view/text/local-time.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { ClockNotice } from '../../parts/clock-notice.tsx';

/** Changes the time or the text. */
export function EditScheduled({ message, onClose }: { message: ScheduledMessage; onClose: () => void }) {
  const client = useClient();
  const [content, setContent] = useState(message.content);
  const [time, setTime] = useState(toLocalInput(message.scheduled_delivery_timestamp));
  const [error, setError] = useState<{ of: 'time' | 'text'; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const at = fromLocalInput(time);
    if (at === undefined || at <= serverSeconds(client.live)) {
      setError({ of: 'time', text: t('later.past') });
      return;
    }
    setError(undefined);
    setBusy(true);
    const failure = await changeScheduled(client, message.scheduled_message_id, { at, content });
    setBusy(false);
    if (failure === undefined) onClose();
    else setError({ of: 'text', text: failureText(failure) });
  };
  return (
    <Dialog
      title={t('later.change')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={content.trim() === ''} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        class="later-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('later.when')}
          type="datetime-local"
          value={time}
          onInput={setTime}
          {...(error?.of === 'time' ? { save: { error: error.text } } : {})}
        />
        <ClockNotice />
        <TextField
          label={t('later.text')}
          rows={6}
          value={content}
          onInput={setContent}
          {...(error?.of === 'text' ? { save: { error: error.text } } : {})}
        />
      </form>
    </Dialog>
  );
}
