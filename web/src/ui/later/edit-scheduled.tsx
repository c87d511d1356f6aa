import { useState } from 'preact/hooks';
import type { ScheduledMessage } from '../../../../wire/scheduled-messages.ts';
import { changeScheduled } from '../../actions/messages/later.ts';
import { fromLocalInput, toLocalInput } from '../../view/text/local-time.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../base/button.tsx';
import { Dialog } from '../base/overlays/dialog.tsx';
import { TextField } from '../base/field.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { useId } from '../base/use-id.ts';

/** Another time, or another text. */
export function EditScheduled({ message, onClose }: { message: ScheduledMessage; onClose: () => void }) {
  const client = useClient();
  const id = useId();
  const [content, setContent] = useState(message.content);
  const [time, setTime] = useState(toLocalInput(message.scheduled_delivery_timestamp));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const at = fromLocalInput(time);
    if (at === undefined || at <= Date.now() / 1000) {
      setError(t('later.past'));
      return;
    }
    setBusy(true);
    const failure = await changeScheduled(client, message.scheduled_message_id, { at, content });
    setBusy(false);
    if (failure === undefined) onClose();
    else setError(failureText(failure));
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
        <label class="later-input" for={id}>
          {t('later.when')}
          <input
            id={id}
            class="field-control"
            type="datetime-local"
            value={time}
            onInput={(event) => setTime(event.currentTarget.value)}
          />
        </label>
        <TextField
          label={t('later.text')}
          rows={6}
          value={content}
          onInput={setContent}
          {...(error === undefined ? {} : { save: { error } })}
        />
      </form>
    </Dialog>
  );
}
