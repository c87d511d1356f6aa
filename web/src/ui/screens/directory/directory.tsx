import type { ScreenProps } from '../../page/screen-props.ts';
import '../channels/channels.css';
import './directory.css';
import { GroupDetail } from './group-detail.tsx';
import { People, DirectoryTabs } from './people.tsx';
import { useState } from 'preact/hooks';
import type { GroupPermission } from '../../../../../wire/groups.ts';
import { createGroup } from '../../../actions/organization/groups.ts';
import { groupPermissionsInOrder, type ChosenPermissions } from '../../../view/channels/new-permissions.ts';
import { t } from '../../../view/text/text.ts';
import { TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/overlays/form-dialog.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { PeoplePicker } from '../../parts/people/people-picker.tsx';
import { useClient } from '../../page/client.tsx';
import { navigate, getHref } from '../../page/location.ts';
import { NewPermissions } from '../../parts/permissions/new-permissions.tsx';
import { useComputed, useSignal } from '@preact/signals';
import { Plus, Users } from 'lucide-preact';
import type { Group } from '../../../store/people/groups.ts';
import { compareNames } from '../../../view/channels/channel-sections.ts';
import { fuzzyRank } from '../../../view/text/fuzzy.ts';
import { mayCreateGroup } from '../../../view/people/group-rights.ts';
import { groupName } from '../../../view/people/permission-choices.ts';
import { FilterField } from '../../kit/filter-field.tsx';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { useRowKeys } from '../../kit/lists/row-keys.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PlainHeader } from '../../header/header.tsx';

/** `/people` lists people, `/people/groups` groups, `/people/groups/new` the form over them, `/people/groups/7` one group. */
export default function Directory({ page }: ScreenProps) {
  const [first = '', second = ''] = page.split('/');
  if (first !== 'groups') return <People />;
  const id = Number.parseInt(second, 10);
  if (!Number.isNaN(id)) return <GroupDetail key={id} groupId={id} />;
  return (
    <>
      <Groups />
      {second === 'new' && <CreateGroup />}
    </>
  );
}

const close = (): void => navigate({ screen: 'people', page: 'groups' }, 'replace');

function CreateGroup() {
  const client = useClient();
  const { live } = client;
  const ownId = live.peek().own.user_id;
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [members, setMembers] = useState<readonly number[]>([ownId]);
  const [permissions, setPermissions] = useState<ChosenPermissions<GroupPermission>>({});
  const create = async () => {
    const failure = await createGroup(client, { name: name.trim(), description, members, permissions });
    if (failure === undefined) toast({ text: t('groups.created', { group: name.trim() }) });
    return failure;
  };
  return (
    <FormDialog
      title={t('groups.create')}
      action={t('groups.create')}
      isComplete={name.trim() !== ''}
      save={create}
      onClose={close}
    >
      <TextField label={t('groups.name')} value={name} isRequired maxLength={100} onInput={setName} />
      <TextField label={t('groups.description')} value={description} onInput={setDescription} />
      <PeoplePicker label={t('groups.people')} chosen={members} onChange={setMembers} without={new Set()} />
      <NewPermissions
        names={groupPermissionsInOrder}
        getLabel={(permission) => t(`groups.${permission}`)}
        readRules={(permission) =>
          live.get('organization').server_supported_permission_settings?.group[permission]
        }
        chosen={permissions}
        onChange={setPermissions}
      />
    </FormDialog>
  );
}

/** The organization's own groups; those that follow roles are found in the lists of permissions. */
function Groups() {
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
