import { useState } from 'preact/hooks';
import { addAlertWord, removeAlertWord } from '../../../../actions/settings.ts';
import { t } from '../../../../view/text/text.ts';
import { Chip } from '../../../kit/chip.tsx';
import { TextField } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { Group } from '../base/sections.tsx';
import { SubmitForm } from '../base/submit-form.tsx';

const longest = 100;

export function AlertWords() {
  const client = useClient();
  const words = client.live.get('personal').alertWords;
  const [word, setWord] = useState('');
  const [state, save] = useSaving();
  const add = async (added: string) => {
    const failure = await addAlertWord(client, added);
    if (failure === undefined) setWord('');
    return failure;
  };
  return (
    <Group hint="settings.wordsHint">
      <SubmitForm
        label={t('settings.wordAdd')}
        kind="primary"
        isIncomplete={word.trim() === ''}
        onSubmit={() => {
          if (word.trim() !== '') save(add(word.trim()));
        }}
      >
        <TextField
          label={t('settings.word')}
          value={word}
          maxLength={longest}
          save={state}
          onInput={setWord}
        />
      </SubmitForm>
      <div class="settings-chips">
        {words.toSorted().map((one) => (
          <Chip
            key={one}
            removeLabel={t('settings.wordRemove', { word: one })}
            onRemove={() => save(removeAlertWord(client, one))}
          >
            {one}
          </Chip>
        ))}
      </div>
    </Group>
  );
}
