import { useState } from 'preact/hooks';
import { fold, foldWords, hasWords } from '../../../view/text/fold.ts';
import { t } from '../../../view/text/text.ts';
import { Select } from '../field.tsx';
import { ChosenChips } from './chosen-chips.tsx';
import './chosen-list.css';
import { TypeaheadField } from './typeahead-field.tsx';

type Props = {
  label: string;
  /** Text of the list before an option is chosen. */
  placeholder: string;
  options: readonly { value: number; name: string }[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
};

const none = 0;
/** More options than these are found by parts of their names. */
const mostListed = 20;
const mostFound = 8;

/** Chooses several of a few options, one after another; renders nothing without options. */
export function ChosenList({ label, placeholder, options, chosen, onChange }: Props) {
  const left = options.filter(({ value }) => !chosen.includes(value));
  const choose = (value: number) => onChange([...chosen, value]);
  if (options.length === 0) return null;
  return (
    <div class="chosen-list">
      {options.length > mostListed ? (
        <OptionField label={label} placeholder={placeholder} options={left} onChoose={choose} />
      ) : (
        <Select
          label={label}
          value={none}
          options={[
            { value: none, text: placeholder },
            ...left.map(({ value, name }) => ({ value, text: name })),
          ]}
          onChange={(value) => value !== none && choose(value)}
        />
      )}
      {chosen.length > 0 && (
        <div class="chosen-list-chips">
          <ChosenChips
            items={options.filter(({ value }) => chosen.includes(value))}
            chosen={chosen}
            onChange={onChange}
          />
        </div>
      )}
    </div>
  );
}

type FieldProps = Pick<Props, 'label' | 'placeholder' | 'options'> & { onChoose: (value: number) => void };

function OptionField({ label, placeholder, options, onChoose }: FieldProps) {
  const [text, setText] = useState('');
  const words = foldWords(text);
  const found = words.length === 0 ? [] : options.filter(({ name }) => hasWords(words, fold(name)));
  return (
    <TypeaheadField
      label={label}
      placeholder={placeholder}
      text={text}
      onText={setText}
      none={t('common.nothingFound')}
      options={found.slice(0, mostFound).map(({ value, name }) => ({
        key: String(value),
        content: name,
        choose: () => onChoose(value),
      }))}
    />
  );
}
