import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { personName } from '../../../view/narrow/names.ts';
import { everyoneByName } from '../../../view/people/people.ts';
import { narrowing } from '../../../view/text/fold.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { FilterField } from '../../kit/filter-field.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { PeoplePicker } from './people-picker.tsx';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { useClient } from '../../page/client.tsx';
import './member-list.css';
import { PersonButton } from './person-button.tsx';
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

/** Members by name: all users are sorted once for all lists. */
export function PeopleList({ ids, ...removal }: Removal & { ids: ReadonlySet<number> }) {
  const { live } = useClient();
  const ownId = live.get('own').user_id;
  const users = live.get('users');
  const known = everyoneByName(live).filter((user) => ids.has(user.user_id));
  const others = known.length === ids.size ? [] : [...ids].filter((id) => !users.has(id));
  if (others.length > 0 && !live.hasPeople.value)
    return <Skeleton kind="row" rows={Math.min(ids.size, mostWithoutFilter)} />;
  const rows = [
    ...known.map((user) => ({ id: user.user_id, name: user.full_name })),
    ...others.map((id) => ({ id, name: personName(live, id) })),
  ];
  const props: MemberListProps = {
    rows,
    getPicture: (id) => <PersonPicture userIds={id === ownId ? [] : [id]} size={24} isLate />,
    ...removal,
  };
  return rows.length > mostWithoutFilter ? <LongMemberList {...props} /> : <MemberList {...props} />;
}

type MemberRow = { id: number; name: string };

/** Rows with pictures are people, and open their cards. */
type MemberListProps = Removal & { rows: readonly MemberRow[]; getPicture?: (id: number) => VNode };

/** Members in the given order, each with a button to remove it. */
export const MemberList = ({ rows, ...props }: MemberListProps) => (
  <ul class="member-list" role="list">
    {rows.map((row) => (
      <li key={row.id} class="member-list-row">
        <Member row={row} {...props} />
      </li>
    ))}
  </ul>
);

type MemberProps = Omit<MemberListProps, 'rows'> & { row: MemberRow };

const Member = ({ row: { id, name }, getPicture, mayRemove, onRemove }: MemberProps) => (
  <>
    {getPicture ? (
      <PersonButton userId={id} class="member-list-name">
        {getPicture(id)}
        <span class="one-line">{withEmoji(name)}</span>
      </PersonButton>
    ) : (
      <span class="member-list-name one-line">{withEmoji(name)}</span>
    )}
    {mayRemove(id) && (
      <Button kind="quiet" aria-label={t('compose.remove', { name })} onClick={() => onRemove(id)}>
        {t('channels.remove')}
      </Button>
    )}
  </>
);

/** Longer lists have a filter. */
const mostWithoutFilter = 50;

/** Scrolls inside the page and draws only the rows in view. */
function LongMemberList({ rows, ...props }: MemberListProps) {
  const [text, setText] = useState('');
  const find = useMemo(memberFilter, []);
  const found = useMemo(() => find(rows, text), [rows, text]);
  return (
    <div class="member-list-long">
      <FilterField label={t('people.filter')} value={text} onValue={setText} />
      {found.length === 0 ? (
        <p class="member-list-nobody" role="status">
          {t('people.nobody')}
        </p>
      ) : (
        <div class="member-list-scroll">
          <VirtualList
            items={found}
            getKey={({ id }) => id}
            estimate={() => 44}
            label={t('groups.people')}
            isFiltered={text !== ''}
            isInTabOrder
            render={(row) => (
              <div class="member-list-row">
                <Member row={row} {...props} />
              </div>
            )}
          />
        </div>
      )}
    </div>
  );
}

const memberFilter = () => narrowing<MemberRow>(({ name }) => [name]);
