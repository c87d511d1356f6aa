import { changeSubgroups } from '../../../actions/organization/groups.ts';
import type { Group } from '../../../store/people/groups.ts';
import { compareNames } from '../../../view/channels/channel-sections.ts';
import { groupsToAdd, mayAddMembers, mayRemoveMembers } from '../../../view/people/group-rights.ts';
import { groupName } from '../../../view/people/permission-choices.ts';
import { t } from '../../../view/text/text.ts';
import { Select } from '../../kit/field.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { useClient } from '../../page/client.tsx';
import { MemberList } from '../../parts/people/member-list.tsx';
import { report } from '../../kit/toasts/report.ts';

const none = 0;

/** Groups whose people are in the group too. */
export function GroupsInside({ group }: { group: Group }) {
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
