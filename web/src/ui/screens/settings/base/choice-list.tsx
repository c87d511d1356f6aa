import { X } from 'lucide-preact';
import { newKey, type Choice } from '../../../../view/settings/field-data.ts';
import { t } from '../../../../view/text/text.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { TextField } from '../../../kit/field.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { OrderList } from './order-list.tsx';

type Props = { choices: readonly Choice[]; onChange: (choices: readonly Choice[]) => void };

/** The choices of a dropdown, in their order. */
export function ChoiceList({ choices, onChange }: Props) {
  const write = (key: string, text: string) =>
    onChange(choices.map((one) => (one.key === key ? { key, text } : one)));
  return (
    <fieldset class="settings-choices">
      <legend class="field-label">{t('fields.choices')}</legend>
      <p class="settings-hint">{t('fields.choicesHint')}</p>
      <OrderList
        label={t('fields.choices')}
        items={choices}
        getKey={({ key }) => key}
        getName={({ text }) => text}
        onOrder={onChange}
      >
        {({ key, text }) => (
          <>
            <div class="settings-row-words">
              <TextField
                label={t('fields.choice')}
                isLabelHidden
                value={text}
                onInput={(to) => write(key, to)}
              />
            </div>
            <IconButton
              label={t('fields.removeChoice', { name: text })}
              disabled={choices.length === 1}
              onClick={() => onChange(choices.filter((one) => one.key !== key))}
            >
              <Icon of={X} />
            </IconButton>
          </>
        )}
      </OrderList>
      <div class="settings-actions">
        <Button onClick={() => onChange([...choices, { key: newKey(choices), text: '' }])}>
          {t('fields.addChoice')}
        </Button>
      </div>
    </fieldset>
  );
}
