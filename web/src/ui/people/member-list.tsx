import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { compareNames } from '../../view/channels/channel-sections.ts';
import { personName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../base/button.tsx';
import { PeoplePicker } from '../base/lists/people-picker.tsx';
import { withEmoji } from '../emoji/emoji-text.tsx';
import { useClient } from '../page/client.tsx';
import './member-list.css';
import { PersonPicture } from './person-picture.tsx';

type AddProps = {
  label: string;
  without: ReadonlySet<number>;
  /** @returns whether they were added; otherwise they stay chosen */
  onAdd: (ids: readonly number[]) => Promise<boolean>;
};

/** Chooses people, and adds them together. */
export function AddPeople({ label, without, onAdd }: AddProps) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    if (await onAdd(chosen)) setChosen([]);
    setBusy(false);
  };
  return (
    <form
      class="member-list-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0 && !isBusy) void add();
      }}
    >
      <PeoplePicker label={label} chosen={chosen} onChange={setChosen} without={without} />
      {chosen.length > 0 && (
        <div>
          <Button kind="primary" isBusy={isBusy} onClick={() => void add()}>
            {t('channels.addCount', { count: chosen.length })}
          </Button>
        </div>
      )}
    </form>
  );
}

type Removal = { mayRemove: (id: number) => boolean; onRemove: (id: number) => void };

/** Members by name. */
export function PeopleList({ ids, ...removal }: Removal & { ids: Iterable<number> }) {
  const { live } = useClient();
  const ownId = live.get('own').user_id;
  const rows = [...ids].map((id) => ({ id, name: personName(live, id) }));
  return (
    <MemberList
      rows={rows}
      getPicture={(id) => <PersonPicture userIds={id === ownId ? [] : [id]} size={24} />}
      {...removal}
    />
  );
}

type MemberListProps = Removal & {
  rows: readonly { id: number; name: string }[];
  getPicture?: (id: number) => VNode;
};

/** Members by name, each with a button to remove it. */
export function MemberList({ rows, getPicture, mayRemove, onRemove }: MemberListProps) {
  return (
    <ul class="member-list" role="list">
      {[...rows].sort(compareNames).map(({ id, name }) => (
        <li key={id} class="member-list-row">
          {getPicture?.(id)}
          <span class="member-list-name one-line">{withEmoji(name)}</span>
          {mayRemove(id) && (
            <Button kind="quiet" aria-label={t('compose.remove', { name })} onClick={() => onRemove(id)}>
              {t('channels.remove')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
