import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../../api.ts';
import { t } from '../../../view/text/text.ts';
import { TextField } from '../../base/field.tsx';
import { useSaving } from '../../base/use-saving.ts';

type Props = { name: string; rename: (name: string) => Promise<ApiFailure | undefined> };

/** What someone else, or a bot, is called; an empty name changes nothing. */
export function NameField({ name, rename }: Props) {
  const [draft, setDraft] = useState<string>();
  const [state, save] = useSaving();
  return (
    <TextField
      label={t('lists.name')}
      value={draft ?? name}
      maxLength={100}
      save={state}
      onInput={setDraft}
      onCommit={(text) => {
        setDraft(undefined);
        const next = text.trim();
        if (next !== '' && next !== name) save(rename(next));
      }}
    />
  );
}
