import { useComputed, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { User } from '../../../../../wire/users.ts';
import {
  directoryFilters,
  directoryRows,
  directorySearch,
  type DirectoryFilter,
  type DirectoryRow,
} from '../../../view/people/directory.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { readPresence } from '../../../view/people/people.ts';
import { roleName } from '../../../view/people/profile.ts';
import { t } from '../../../view/text/text.ts';
import { FilterField } from '../../kit/filter-field.tsx';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { useRowKeys } from '../../kit/lists/row-keys.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { LateAvatar } from '../../parts/people/late-avatar.tsx';
import { getHref } from '../../page/location.ts';

/** Everyone of the organization; each opens their card. */
export function People() {
  const { live } = useClient();
  const filter = useSignal<DirectoryFilter>('everyone');
  useRowKeys('.directory-person');
  const text = useSignal('');
  const all = useComputed(() => directoryRows(live, filter.value));
  const find = useMemo(directorySearch, []);
  const rows = useComputed(() => find(all.value, text.value));
  return (
    <>
      <PlainHeader title={t('views.people')} />
      <div class="channels" onKeyDown={arrowKeys('.directory-person')}>
        <div class="frame-column channels-top">
          <DirectoryTabs current="people" />
          <FilterField
            class="channels-filter"
            label={t('people.filter')}
            value={text.value}
            onValue={(value) => (text.value = value)}
          />
          <div class="channels-tabs directory-filters">
            {directoryFilters.map((name) => (
              <button
                key={name}
                type="button"
                class="channels-tab"
                aria-pressed={filter.value === name}
                onClick={() => (filter.value = name)}
              >
                {t(`directory.${name}`)}
              </button>
            ))}
          </div>
        </div>
        {!live.hasPeople.value ? (
          <Skeleton kind="row" rows={10} />
        ) : rows.value.length === 0 ? (
          <EmptyState title={t('common.nothingFound')}>{t('directory.noneHint')}</EmptyState>
        ) : (
          <div class="channels-list">
            <VirtualList
              items={rows.value}
              getKey={({ user }) => user.user_id}
              estimate={() => 52}
              label={t('views.people')}
              isFiltered={text.value !== ''}
              render={drawPerson}
            />
          </div>
        )}
      </div>
    </>
  );
}

const drawPerson = ({ user }: DirectoryRow) => <Person user={user} />;

function Person({ user }: { user: User }) {
  const { live } = useClient();
  const id = user.user_id;
  const presence = readPresence(live, id, serverSeconds(live));
  const status = live.get('statuses').get(id)?.status_text ?? '';
  return (
    <div class="frame-column">
      <button type="button" class="directory-person" data-person-id={id}>
        <LateAvatar
          size={32}
          userId={id}
          name={user.full_name}
          url={user.avatar_url}
          {...(user.is_active && !user.is_bot ? { presence } : {})}
        />
        <span class="directory-names">
          <span class="directory-name one-line" dir="auto">
            {user.full_name}
          </span>
          <span class="directory-about one-line" dir="auto">
            {status === '' ? user.delivery_email : status}
          </span>
        </span>
        <span class="directory-role">{roleName(user)}</span>
        {!user.is_bot && <span class="visually-hidden">{t(`people.${presence}`)}</span>}
      </button>
    </div>
  );
}

const pages = { people: '', groups: 'groups' } as const;

/** Between people and groups. */
export function DirectoryTabs({ current }: { current: keyof typeof pages }) {
  return (
    <nav class="channels-tabs" aria-label={t('views.people')}>
      {(['people', 'groups'] as const).map((name) => (
        <a
          key={name}
          class="channels-tab"
          href={getHref({ screen: 'people', page: pages[name] })}
          aria-current={name === current ? 'page' : undefined}
        >
          {t(name === 'people' ? 'views.people' : 'groups.title')}
        </a>
      ))}
    </nav>
  );
}
