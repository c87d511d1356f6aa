import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { peopleFilter, peopleRows, prepareNames } from '../../../view/people/people.ts';
import { personName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { Avatar } from '../avatar.tsx';
import { Chip } from '../chip.tsx';
import { withEmoji } from '../../emoji/emoji-text.tsx';
import { onTypeaheadKey, TypeaheadList, TypeaheadNone, typeaheadProps } from './typeahead-list.tsx';
import { useClient } from '../../page/client.tsx';
import { whenQuiet } from '../../page/quiet.ts';
import './people-picker.css';
import { useId } from '../use-id.ts';

type Props = {
  label: string;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
  /** People who are members already, or must not be chosen. */
  without: ReadonlySet<number>;
  /** At least one person must be chosen: people are replaced, never removed. */
  isNeeded?: boolean;
  placeholder?: string;
  /** Chips of chosen options that are not people. */
  chips?: ComponentChildren;
  /** Options that are not people, listed after them. */
  more?: (text: string) => readonly Option[];
};

type Option = { key: string; content: ComponentChildren; choose: () => void };

const most = 6;

/** Chooses people by typing parts of their names. */
export function PeoplePicker(props: Props) {
  const { label, chosen, onChange, isNeeded = false, chips } = props;
  const { placeholder = t(isNeeded ? 'people.another' : 'compose.peopleHint') } = props;
  const { live } = useClient();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const { options, prepare } = useOptions(props, text);
  const choose = (index: number) => {
    const option = options[index];
    if (option === undefined) return;
    option.choose();
    setText('');
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (onTypeaheadKey(event, { size: options.length, active, onActive: setActive, onChoose: choose }))
      return;
    // Enter after a name without matches does not submit the form that the field is in.
    if (event.key === 'Enter' && text.trim() !== '') event.preventDefault();
    if (event.key === 'Backspace' && text === '' && !isNeeded) onChange(chosen.slice(0, -1));
  };
  return (
    <div class="people-picker">
      <label class="field-label" for={`${id}-input`}>
        {label}
      </label>
      <div class="people-picker-box">
        <ChosenPeople chosen={chosen} onChange={isNeeded ? undefined : onChange} />
        {chips}
        <input
          id={`${id}-input`}
          class="people-picker-input"
          type="text"
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          {...typeaheadProps(id, options.length > 0, active)}
          onFocusIn={() => whenQuiet(prepare)}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {options.length === 0 && text.trim() !== '' && live.hasPeople.value && (
        <TypeaheadNone text={t('compose.nobody')} />
      )}
      {options.length > 0 && (
        <TypeaheadList
          id={id}
          label={label}
          active={active}
          onActive={setActive}
          onChoose={choose}
          items={options}
        />
      )}
    </div>
  );
}

type Options = {
  /** People who match the text, then other matching options. */
  options: readonly Option[];
  /** Looks up all people ahead, which the first letter would wait for. */
  prepare: () => void;
};

function useOptions({ chosen, onChange, without, more }: Props, text: string): Options {
  const { live } = useClient();
  const all = useComputed(() => peopleRows(live, { narrow: undefined, now: Date.now() / 1000 }));
  const find = useMemo(peopleFilter, []);
  const prepare = () => {
    prepareNames(live);
    all.peek();
  };
  if (text.trim() === '') return { options: [], prepare };
  const people = find(all.value, text)
    .filter((row) => !without.has(row.id) && !chosen.includes(row.id))
    .slice(0, most)
    .map((row) => ({
      key: String(row.id),
      content: <Person {...row} />,
      choose: () => onChange([...chosen, row.id]),
    }));
  return { options: [...people, ...(more?.(text) ?? [])], prepare };
}

type ChosenProps = Pick<Props, 'chosen'> & { onChange: Props['onChange'] | undefined };

const ChosenPeople = ({ chosen, onChange }: ChosenProps) => {
  const { live } = useClient();
  return chosen.map((one) => (
    <Chip
      key={one}
      removeLabel={t('compose.remove', { name: personName(live, one) })}
      onRemove={onChange && (() => onChange(chosen.filter((other) => other !== one)))}
    >
      {withEmoji(personName(live, one))}
    </Chip>
  ));
};

function Person({ id, name }: { id: number; name: string }) {
  const { live } = useClient();
  return (
    <span class="people-picker-one">
      <Avatar size={20} userId={id} name={name} url={live.get('users').get(id)?.avatar_url} />
      {name}
    </span>
  );
}
