import type { GroupPermission } from '../../../../../wire/groups.ts';
import { setGroupPermission } from '../../../actions/organization/groups.ts';
import type { Group } from '../../../store/people/groups.ts';
import { groupPermissionsInOrder } from '../../../view/channels/new-permissions.ts';
import { t } from '../../../view/text/text.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { useClient } from '../../page/client.tsx';
import { PermissionSelect } from '../../parts/permissions/permission-select.tsx';

type Props = { group: Group; isDisabled: boolean };

export const GroupPermissions = ({ group, isDisabled }: Props) => (
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
