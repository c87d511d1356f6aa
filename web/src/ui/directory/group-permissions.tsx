import type { GroupPermission } from '../../../../wire/groups.ts';
import { setGroupPermission } from '../../actions/groups.ts';
import type { Group } from '../../store/groups.ts';
import { permissionChoices, severalValue } from '../../view/permission-choices.ts';
import { t } from '../../view/text.ts';
import { Select } from '../base/field.tsx';
import { useSaving } from '../base/use-saving.ts';
import { useClient } from '../page/client.tsx';

/** In the order in which people meet them. */
const shown = [
  'can_mention_group',
  'can_join_group',
  'can_leave_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_manage_group',
] as const satisfies readonly GroupPermission[];

type Props = { group: Group; isDisabled: boolean };

export const GroupPermissions = ({ group, isDisabled }: Props) => (
  <>
    {shown.map((name) => (
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
    <Select
      label={t(`groups.${name}`)}
      value={typeof current === 'number' ? current : severalValue}
      options={permissionChoices(client.live, current, rules)}
      isDisabled={isDisabled}
      save={state}
      onChange={(value) => {
        if (value !== severalValue) save(setGroupPermission(client, group.id, name, current, value));
      }}
    />
  );
}
