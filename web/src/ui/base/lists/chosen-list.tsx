import { t } from '../../../view/text/text.ts';
import { Chip } from '../chip.tsx';
import { Select } from '../field.tsx';
import './chosen-list.css';

type Props = {
  label: string;
  /** Text of the list before an option is chosen. */
  placeholder: string;
  options: readonly { value: number; name: string }[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
};

const none = 0;

/** Chooses several of a few options, one after another; renders nothing without options. */
export function ChosenList({ label, placeholder, options, chosen, onChange }: Props) {
  const left = options.filter(({ value }) => !chosen.includes(value));
  if (options.length === 0) return null;
  return (
    <div class="chosen-list">
      <Select
        label={label}
        value={none}
        options={[
          { value: none, text: placeholder },
          ...left.map(({ value, name }) => ({ value, text: name })),
        ]}
        onChange={(value) => value !== none && onChange([...chosen, value])}
      />
      {chosen.length > 0 && (
        <div class="chosen-list-chips">
          {options
            .filter(({ value }) => chosen.includes(value))
            .map(({ value, name }) => (
              <Chip
                key={value}
                removeLabel={t('compose.remove', { name })}
                onRemove={() => onChange(chosen.filter((other) => other !== value))}
              >
                {name}
              </Chip>
            ))}
        </div>
      )}
    </div>
  );
}
