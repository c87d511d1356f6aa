import { useState } from 'preact/hooks';
import { setStatus } from '../../actions/people.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import { TextField, type SaveState } from '../base/field.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';

const longest = 60;

/** What one says of oneself for now. */
export function StatusForm({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const before = client.live.peek().statuses.get(client.live.peek().own.user_id)?.status_text ?? '';
  const [text, setText] = useState(before);
  const [save, setSave] = useState<SaveState>('idle');
  const commit = async (to: string) => {
    setSave('saving');
    const failure = await setStatus(client, to);
    if (failure === undefined) onClose();
    else setSave({ error: failureText(failure) });
  };
  return (
    <form
      class="profile-card-form"
      onSubmit={(event) => {
        event.preventDefault();
        void commit(text.trim());
      }}
    >
      <TextField
        label={t('profile.status')}
        placeholder={t('profile.statusHint')}
        value={text}
        maxLength={longest}
        onInput={setText}
        save={save}
      />
      <div class="profile-card-actions">
        <Button kind="primary" type="submit">
          {t('common.save')}
        </Button>
        {before !== '' && <Button onClick={() => void commit('')}>{t('profile.clearStatus')}</Button>}
      </div>
    </form>
  );
}
