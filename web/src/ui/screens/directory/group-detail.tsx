import { useState } from 'preact/hooks';
import { ArrowLeft } from 'lucide-preact';
import {
  changeMembers,
  deactivateGroup,
  updateGroup,
  setGroupPermission,
  changeSubgroups,
} from '../../../actions/organization/groups.ts';
import type { Group } from '../../../store/people/groups.ts';
import {
  mayJoinGroup,
  mayLeaveGroup,
  mayManageGroup,
  mayAddMembers,
  mayRemoveMembers,
  groupsToAdd,
} from '../../../view/people/group-rights.ts';
import { groupName } from '../../../view/people/permission-choices.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { TextField, Select } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useSavedText, useSaving } from '../../kit/use-saving.ts';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import { report } from '../../kit/toasts/report.ts';
import { AddPeople, PeopleList, MemberList } from '../../parts/people/member-list.tsx';
import type { GroupPermission } from '../../../../../wire/groups.ts';
import { groupPermissionsInOrder } from '../../../view/channels/new-permissions.ts';
import { PermissionSelect } from '../../parts/permissions/permission-select.tsx';
import { compareNames } from '../../../view/channels/channel-sections.ts';

/** One group: what it is called, who is in it, who may do what with it. */
export function GroupDetail({ groupId }: { groupId: number }) {
  const { live } = useClient();
  const group = live.get('groups').get(groupId);
  if (group === undefined) {
    return (
      <>
        <PlainHeader title={t('groups.unknown')} />
        <EmptyState title={t('groups.unknown')}>{t('groups.unknownHint')}</EmptyState>
      </>
    );
  }
  const mayManage = mayManageGroup(live, group);
  return (
    <>
      <PlainHeader title={groupName(group)} />
      <div class="channel-detail">
        <div class="frame-column channel-detail-head">
          <a class="channel-detail-back" href={getHref({ screen: 'people', page: 'groups' })}>
            <Icon of={ArrowLeft} />
            {t('groups.title')}
          </a>
          <span class="channel-detail-space" />
          <Join group={group} />
          {mayManage && <InUse group={group} />}
        </div>
        <div class="frame-column">
          <div class="channel-detail-body">
            {mayManage && !group.deactivated ? (
              <Names key={group.id} group={group} />
            ) : (
              <p class="channel-detail-facts">{group.description}</p>
            )}
            <h2 class="directory-heading">{t('groups.people')}</h2>
            <GroupMembers group={group} />
            <h2 class="directory-heading">{t('groups.permissions')}</h2>
            <GroupPermissions group={group} isDisabled={!mayManage || group.deactivated} />
          </div>
        </div>
      </div>
    </>
  );
}

function Names({ group }: { group: Group }) {
  const client = useClient();
  const change = (changed: { name: string } | { description: string }) =>
    updateGroup(client, group.id, changed);
  const name = useSavedText(group.name, (text) => change({ name: text }), { isRequired: true });
  const description = useSavedText(group.description, (text) => change({ description: text }));
  return (
    <>
      <TextField label={t('groups.name')} maxLength={100} {...name} />
      <TextField label={t('groups.description')} {...description} />
    </>
  );
}

function Join({ group }: { group: Group }) {
  const client = useClient();
  const { live } = client;
  const ownId = live.get('own').user_id;
  const change = (how: 'add' | 'delete') => () =>
    void report(changeMembers(client, group.id, how === 'add' ? { add: [ownId] } : { delete: [ownId] }));
  if (group.members.has(ownId)) {
    return mayLeaveGroup(live, group) ? (
      <Button kind="quiet" onClick={change('delete')}>
        {t('groups.leave')}
      </Button>
    ) : null;
  }
  return mayJoinGroup(live, group) ? <Button onClick={change('add')}>{t('groups.join')}</Button> : null;
}

/** Taking it deactivated, which is asked about, or bringing it back. */
function InUse({ group }: { group: Group }) {
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  if (group.deactivated) {
    return (
      <Button onClick={() => void report(updateGroup(client, group.id, { deactivated: false }))}>
        {t('groups.reactivate')}
      </Button>
    );
  }
  const close = () => setAsking(false);
  const deactivate = () => {
    close();
    void report(deactivateGroup(client, group.id));
  };
  const question = t('groups.deactivateOne', { group: group.name });
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('groups.deactivate')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={question}
          action={t('groups.deactivate')}
          onConfirm={deactivate}
          onClose={close}
        >
          <p>{t('groups.deactivateHint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** People of the group by name, and the groups whose people are in it too. */
function GroupMembers({ group }: { group: Group }) {
  const client = useClient();
  const { live } = client;
  const mayRemove = mayRemoveMembers(live, group);
  return (
    <>
      {mayAddMembers(live, group) && (
        <AddPeople
          label={t('groups.add')}
          without={group.members}
          onAdd={(add) => report(changeMembers(client, group.id, { add }))}
        />
      )}
      {group.members.size === 0 && group.direct_subgroup_ids.size === 0 && (
        <p class="channel-detail-facts">{t('groups.empty')}</p>
      )}
      <PeopleList
        ids={group.members}
        mayRemove={() => mayRemove}
        onRemove={(id) => void report(changeMembers(client, group.id, { delete: [id] }))}
      />
      <GroupsInside group={group} />
    </>
  );
}

type Props = { group: Group; isDisabled: boolean };

const GroupPermissions = ({ group, isDisabled }: Props) => (
  <>
    {groupPermissionsInOrder.map((name) => (
      <Permission key={name} group={group} name={name} isDisabled={isDisabled} />
    ))}
  </>
);

function Permission({ group, name, isDisabled }: Props & { name: GroupPermission }) {
  const client = useClient();
  const [state, save] = useSaving();
  const current = group[name];
  const rules = client.live.get('organization').server_supported_permission_settings?.group[name];
  return (
    <PermissionSelect
      label={t(`groups.${name}`)}
      current={current}
      rules={rules}
      isDisabled={isDisabled}
      save={state}
      onSave={(value) => save(setGroupPermission(client, group.id, name, current, value))}
    />
  );
}

const none = 0;

/** Groups whose people are in the group too. */
function GroupsInside({ group }: { group: Group }) {
  const client = useClient();
  const { live } = client;
  const [state, save] = useSaving();
  const inside = [...group.direct_subgroup_ids].flatMap((id) => live.get('groups').get(id) ?? []);
  const others = mayAddMembers(live, group) ? groupsToAdd(live, group) : [];
  if (inside.length === 0 && others.length === 0) return null;
  const mayRemove = mayRemoveMembers(live, group);
  return (
    <section class="groups-inside" aria-label={t('groups.insideTitle')}>
      {others.length > 0 && (
        <Select
          label={t('groups.addGroup')}
          hint={t('groups.insideHint')}
          value={none}
          options={[
            { value: none, text: t('groups.chooseGroup') },
            ...others.map((one) => ({ value: one.id, text: groupName(one) })),
          ]}
          save={state}
          onChange={(id) => id !== none && save(changeSubgroups(client, group.id, { add: [id] }))}
        />
      )}
      <MemberList
        rows={inside.map((one) => ({ id: one.id, name: groupName(one) })).sort(compareNames)}
        mayRemove={() => mayRemove}
        onRemove={(id) => void report(changeSubgroups(client, group.id, { delete: [id] }))}
      />
    </section>
  );
}
