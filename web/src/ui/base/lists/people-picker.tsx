import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { peopleFilter, peopleRows } from '../../../view/people/people.ts';
import { personName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { Avatar } from '../avatar.tsx';
import { Chip } from '../chip.tsx';
import { withEmoji } from '../../emoji/emoji-text.tsx';
import { onTypeaheadKey, TypeaheadList, TypeaheadNone, typeaheadProps } from './typeahead-list.tsx';
import { useClient } from '../../page/client.tsx';
import './people-picker.css';
import { useId } from '../use-id.ts';

type Props = {
  label: string;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
  /** Who is in already, or must not be chosen. */
  without: ReadonlySet<number>;
  /** Someone has to be chosen: nobody is taken away, only replaced. */
  isNeeded?: boolean;
  placeholder?: string;
  /** What else was chosen. */
  chips?: ComponentChildren;
  /** What else fits, after the people. */
  more?: (text: string) => readonly Option[];
};

type Option = { key: string; content: ComponentChildren; choose: () => void };

const most = 6;

/** Chooses people by typing parts of their names. */
export function PeoplePicker(props: Props) {
  const { label, chosen, onChange, without, isNeeded = false, chips, more } = props;
  const { placeholder = t(isNeeded ? 'people.another' : 'compose.peopleHint') } = props;
  const { live } = useClient();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const all = useComputed(() => peopleRows(live, { narrow: undefined, now: Date.now() / 1000 }));
  const find = useMemo(peopleFilter, []);
  const found: readonly Option[] =
    text.trim() === ''
      ? []
      : [
          ...find(all.value, text)
            .filter((row) => !without.has(row.id) && !chosen.includes(row.id))
            .slice(0, most)
            .map((row) => ({
              key: String(row.id),
              content: <Person {...row} />,
              choose: () => onChange([...chosen, row.id]),
            })),
          ...(more?.(text) ?? []),
        ];
  const choose = (index: number) => {
    const option = found[index];
    if (option === undefined) return;
    option.choose();
    setText('');
    setActive(0);
  };
  return (
    <div class="people-picker">
      <label class="field-label" for={`${id}-input`}>
        {label}
      </label>
      <div class="people-picker-box">
        {chosen.map((one) => (
          <Chip
            key={one}
            removeLabel={t('compose.remove', { name: personName(live, one) })}
            onRemove={isNeeded ? undefined : () => onChange(chosen.filter((other) => other !== one))}
          >
            {withEmoji(personName(live, one))}
          </Chip>
        ))}
        {chips}
        <input
          id={`${id}-input`}
          class="people-picker-input"
          type="text"
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          {...typeaheadProps(id, found.length > 0, active)}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (onTypeaheadKey(event, { size: found.length, active, onActive: setActive, onChoose: choose }))
              return;
            // A name that fits nobody is not to send the form that the field stands in.
            if (event.key === 'Enter' && text.trim() !== '') event.preventDefault();
            if (event.key === 'Backspace' && text === '' && !isNeeded) onChange(chosen.slice(0, -1));
          }}
        />
      </div>
      {found.length === 0 && text.trim() !== '' && live.hasPeople.value && (
        <TypeaheadNone text={t('compose.nobody')} />
      )}
      {found.length > 0 && (
        <TypeaheadList
          id={id}
          label={label}
          active={active}
          onActive={setActive}
          onChoose={choose}
          items={found}
        />
      )}
    </div>
  );
}

function Person({ id, name }: { id: number; name: string }) {
  const { live } = useClient();
  return (
    <span class="people-picker-one">
      <Avatar size={20} userId={id} name={name} url={live.get('users').get(id)?.avatar_url} />
      {name}
    </span>
  );
}
