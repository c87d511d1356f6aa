import { useComputed, useSignal } from '@preact/signals';
import { Plus, Users } from 'lucide-preact';
import type { Group } from '../../../store/people/groups.ts';
import { compareNames } from '../../../view/channels/channel-sections.ts';
import { fuzzyRank } from '../../../view/text/fuzzy.ts';
import { mayCreateGroup } from '../../../view/people/group-rights.ts';
import { groupName } from '../../../view/people/permission-choices.ts';
import { t } from '../../../view/text/text.ts';
import { FilterField } from '../../kit/filter-field.tsx';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { useRowKeys } from '../../kit/lists/row-keys.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref, navigate } from '../../page/location.ts';
import { DirectoryTabs } from './directory-tabs.tsx';

/** The organization's own groups; those that follow roles are found in the lists of permissions. */
export function Groups() {
  const { live } = useClient();
  useRowKeys('.channels-name');
  const text = useSignal('');
  const rows = useComputed(() =>
    [...live.get('groups').values()]
      .filter((group) => !group.is_system_group && fuzzyRank(group.name, text.value) !== undefined)
      .sort((a, b) => Number(a.deactivated) - Number(b.deactivated) || compareNames(a, b)),
  );
  return (
    <>
      <PlainHeader title={t('groups.title')} />
      <div class="channels" onKeyDown={arrowKeys('.channels-name')}>
        <div class="frame-column channels-top">
          <DirectoryTabs current="groups" />
          <FilterField
            class="channels-filter"
            label={t('groups.filter')}
            value={text.value}
            onValue={(value) => (text.value = value)}
          />
          {mayCreateGroup(live) && (
            <Button kind="primary" onClick={() => navigate({ screen: 'people', page: 'groups/new' })}>
              <Icon of={Plus} />
              {t('groups.create')}
            </Button>
          )}
        </div>
        {rows.value.length === 0 && (
          <EmptyState title={text.value === '' ? t('groups.none') : t('common.nothingFound')}>
            {text.value === '' && t('groups.noneHint')}
          </EmptyState>
        )}
        <ul class="directory-groups" role="list">
          {rows.value.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      </div>
    </>
  );
}

const GroupRow = ({ group }: { group: Group }) => (
  <li class="frame-column">
    <div class="channels-row">
      <span class="channels-icon">
        <Icon of={Users} />
      </span>
      <a class="channels-name" href={getHref({ screen: 'people', page: `groups/${group.id}` })}>
        <span class="channels-title one-line" dir="auto">
          {groupName(group)}
        </span>
        <span class="channels-about one-line" dir="auto">
          {group.description}
        </span>
      </a>
      <span class="channels-size numeric">
        {group.deactivated ? t('profile.deactivated') : t('frame.members', { count: group.members.size })}
      </span>
    </div>
  </li>
);
