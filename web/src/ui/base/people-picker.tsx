import { useState } from 'preact/hooks';
import { peopleRows } from '../../view/people.ts';
import { personName } from '../../view/names.ts';
import { t } from '../../view/text.ts';
import { Avatar } from './avatar.tsx';
import { Chip } from './chip.tsx';
import { onTypeaheadKey, TypeaheadList, TypeaheadNone, typeaheadProps } from './typeahead-list.tsx';
import { useClient } from '../page/client.tsx';
import './people-picker.css';
import { useId } from './use-id.ts';

type Props = {
  label: string;
  chosen: readonly number[];
  onChange: (ids: readonly number[]) => void;
  /** Who is in already, or must not be chosen. */
  without: ReadonlySet<number>;
  /** Somebody has to be chosen: nobody is taken away, only replaced. */
  isNeeded?: boolean;
};

const most = 6;

/** Chooses people by typing parts of their names. */
export function PeoplePicker({ label, chosen, onChange, without, isNeeded = false }: Props) {
  const { live } = useClient();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found =
    text.trim() === ''
      ? []
      : peopleRows(live, { narrow: undefined, filter: text, now: Date.now() / 1000 })
          .filter((row) => !without.has(row.id) && !chosen.includes(row.id))
          .slice(0, most);
  const choose = (index: number) => {
    const row = found[index];
    if (row === undefined) return;
    onChange([...chosen, row.id]);
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
            {personName(live, one)}
          </Chip>
        ))}
        <input
          id={`${id}-input`}
          class="people-picker-input"
          type="text"
          value={text}
          placeholder={t(isNeeded ? 'people.another' : 'compose.peopleHint')}
          autoComplete="off"
          {...typeaheadProps(id, found.length > 0, active)}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={(event) => {
            if (onTypeaheadKey(event, { size: found.length, active, onActive: setActive, onChoose: choose }))
              return;
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
          items={found.map((row) => ({
            key: String(row.id),
            content: (
              <span class="people-picker-one">
                <Avatar
                  size={20}
                  userId={row.id}
                  name={row.name}
                  url={live.get('users').get(row.id)?.avatar_url}
                />
                {row.name}
              </span>
            ),
          }))}
        />
      )}
    </div>
  );
}
