import { useState } from 'preact/hooks';
import type { ImportChoices, ImportRequest } from '../../../../../../wire/imports.ts';
import { beginImport } from '../../../../actions/organization/imports.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Checkbox, Select, TextField } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { getKeys } from '../../../../store/base/objects.ts';
import { productNames } from '../../../../view/settings/import-products.ts';
import { useClient } from '../../../page/client.tsx';
import { SavedLine } from '../base/saved-line.tsx';

/** Options of an import: the archive is checked first, and can then be imported. */
export function ImportForm({ request, onBegun }: { request: ImportRequest; onBegun: () => void }) {
  const client = useClient();
  const [choices, setChoices] = useState<ImportChoices>(request.choices ?? { product: 'slack' });
  const [state, save] = useSaving();
  const set = (change: Partial<ImportChoices>) => setChoices({ ...choices, ...change });
  const begin = async (step: 'check' | 'start') => {
    const failure = await beginImport(client, request.id, step, choices);
    onBegun();
    return failure;
  };
  const isChecked = request.state === 'checked' || request.state === 'stopped';
  return (
    <div class="settings-form">
      <Select
        label={t('imports.product')}
        value={choices.product}
        options={[
          ...getKeys(productNames).map((value) => ({ value, text: productNames[value] })),
          { value: 'csv' as const, text: t('imports.csv') },
        ]}
        onChange={(product) => set({ product })}
      />
      <Choices choices={choices} set={set} />
      <div class="settings-actions">
        <Button kind={isChecked ? 'plain' : 'primary'} onClick={() => save(begin('check'))}>
          {t('imports.check')}
        </Button>
        {isChecked && (
          <Button kind="primary" isBusy={state === 'saving'} onClick={() => save(begin('start'))}>
            {t('imports.start')}
          </Button>
        )}
      </div>
      {typeof state === 'object' && <SavedLine state={state} />}
    </div>
  );
}

type ChoicesProps = { choices: ImportChoices; set: (change: Partial<ImportChoices>) => void };

function Choices({ choices, set }: ChoicesProps) {
  return (
    <>
      <Select
        label={t('imports.threads')}
        value={choices.threads ?? 'topic'}
        options={[
          { value: 'topic', text: t('imports.threadsTopic') },
          { value: 'join', text: t('imports.threadsJoin') },
        ]}
        onChange={(threads) => set({ threads })}
      />
      <TextField
        label={t('imports.topic')}
        value={choices.topic ?? ''}
        maxLength={60}
        onInput={(topic) => set({ topic })}
      />
      <Checkbox
        label={t('imports.dates')}
        isOn={choices.topic_names === 'date'}
        onChange={(isOn) => set({ topic_names: isOn ? 'date' : 'words' })}
      />
      <Checkbox
        label={t('imports.notices')}
        isOn={choices.notices ?? choices.product === 'zulip'}
        onChange={(notices) => set({ notices })}
      />
      <Checkbox
        label={t('imports.keepRoles')}
        isOn={choices.keep_roles === true}
        onChange={(keep_roles) => set({ keep_roles })}
      />
      <Checkbox
        label={t('imports.downloads')}
        isOn={choices.downloads !== false}
        onChange={(downloads) => set({ downloads })}
      />
    </>
  );
}
