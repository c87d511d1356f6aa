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
import { navigate } from '../../page/location.ts';
import { NewPermissions } from '../../parts/permissions/new-permissions.tsx';

const close = (): void => navigate({ screen: 'people', page: 'groups' }, 'replace');

export function CreateGroup() {
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
