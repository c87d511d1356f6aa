import { useState } from 'preact/hooks';
import { setStatus } from '../../../actions/people.ts';
import type { EmojiId } from '../../../view/emoji/emoji.ts';
import { readStatus } from '../../../view/people/status.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { TextField, type SaveState } from '../../kit/field.tsx';
import { submitByKey } from '../../kit/overlays/submit-by-key.ts';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import './status-form.css';
import { StatusEmoji } from './status-emoji.tsx';

const longest = 60;

/** The person's own status. */
export function StatusForm({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const before = readStatus(client.live, client.live.get('own').user_id);
  const [text, setText] = useState(before.text);
  const [emoji, setEmoji] = useState(before.emoji);
  const [save, setSave] = useState<SaveState>('idle');
  const commit = async (to: string, sign: EmojiId | undefined) => {
    setSave('saving');
    const failure = await setStatus(client, to, sign);
    if (failure === undefined) onClose();
    else setSave({ error: failureText(failure) });
  };
  return (
    <form
      class="status-form"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void commit(text.trim(), emoji);
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
      <StatusEmoji emoji={emoji} onChange={setEmoji} />
      <div class="status-form-actions">
        <Button kind="primary" type="submit">
          {t('common.save')}
        </Button>
        {(before.text !== '' || before.emoji !== undefined) && (
          <Button onClick={() => void commit('', undefined)}>{t('profile.clearStatus')}</Button>
        )}
      </div>
    </form>
  );
}
