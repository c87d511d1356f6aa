import { changeMembers } from '../../../actions/organization/groups.ts';
import type { Group } from '../../../store/people/groups.ts';
import { mayAddMembers, mayRemoveMembers } from '../../../view/people/group-rights.ts';
import { t } from '../../../view/text/text.ts';
import { useClient } from '../../page/client.tsx';
import { AddPeople, PeopleList } from '../../parts/people/member-list.tsx';
import { report } from '../../kit/toasts/report.ts';
import { GroupsInside } from './groups-inside.tsx';

/** People of the group by name, and the groups whose people are in it too. */
export function GroupMembers({ group }: { group: Group }) {
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
