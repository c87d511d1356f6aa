import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { serverSeconds } from '../../../store/server-clock.ts';
import { peopleFilter, peopleRows, prepareNames } from '../../../view/people/people.ts';
import { personName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { ChosenChips } from '../../kit/lists/chosen-chips.tsx';
import { TypeaheadField, type TypeaheadOption } from '../../kit/lists/typeahead-field.tsx';
import { useClient } from '../../page/client.tsx';
import { whenQuiet } from '../../page/quiet.ts';
import { LateAvatar } from './late-avatar.tsx';

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
  more?: (text: string) => readonly TypeaheadOption[];
};

const most = 6;

/** Chooses people by typing parts of their names. */
export function PeoplePicker(props: Props) {
  const { label, chosen, onChange, isNeeded = false, chips } = props;
  const { placeholder = t(isNeeded ? 'people.another' : 'compose.peopleHint') } = props;
  const { live } = useClient();
  const [text, setText] = useState('');
  const { options, prepare } = useOptions(props, text);
  return (
    <TypeaheadField
      label={label}
      placeholder={placeholder}
      text={text}
      onText={setText}
      onFocus={() => whenQuiet(prepare)}
      options={options}
      none={live.hasPeople.value ? t('compose.nobody') : undefined}
      onBackspace={isNeeded ? undefined : () => onChange(chosen.slice(0, -1))}
    >
      <ChosenChips
        items={chosen.map((value) => ({ value, name: personName(live, value) }))}
        chosen={chosen}
        onChange={isNeeded ? undefined : onChange}
      />
      {chips}
    </TypeaheadField>
  );
}

type Options = {
  /** People who match the text, then other matching options. */
  options: readonly TypeaheadOption[];
  /** Looks up all people ahead, which the first letter would wait for. */
  prepare: () => void;
};

function useOptions({ chosen, onChange, without, more }: Props, text: string): Options {
  const { live } = useClient();
  const all = useComputed(() => peopleRows(live, { narrow: undefined, now: serverSeconds(live) }));
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

function Person({ id, name }: { id: number; name: string }) {
  const { live } = useClient();
  return (
    <span class="people-picker-one">
      <LateAvatar size={20} userId={id} name={name} url={live.get('users').get(id)?.avatar_url} />
      {name}
    </span>
  );
}
