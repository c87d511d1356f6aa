import { useState } from 'preact/hooks';
import type { ChannelPermission } from '../../../../../wire/channels.ts';
import { createChannel, type Privacy } from '../../../actions/channels.ts';
import type { Client } from '../../../connection/client.ts';
import type { Live } from '../../../store/live.ts';
import { channelNameLength, channelPermissionRules } from '../../../store/organization/wire-names.ts';
import { mayCreateChannel } from '../../../view/channels/channel-rights.ts';
import {
  channelPermissionsInOrder,
  mayChoose,
  getOnly,
  type ChosenPermissions,
} from '../../../view/channels/new-permissions.ts';
import { nobodyChosen, toAdd, type ChosenPeople } from '../../../view/people/people-sets.ts';
import { t } from '../../../view/text/text.ts';
import { Select, TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/overlays/form-dialog.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { useClient } from '../../page/client.tsx';
import { NewPermissions } from '../../parts/permissions/new-permissions.tsx';
import { openChannel } from '../../parts/topics/open-channel.ts';
import { folderOptions, noFolder } from './folder-options.ts';
import { PrivacyChoice } from './privacy-choice.tsx';
import { SubscriberPicker } from './subscriber-picker.tsx';

type Form = {
  name: string;
  description: string;
  privacy: Privacy;
  folder: number;
  people: ChosenPeople;
  permissions: ChosenPermissions<ChannelPermission>;
};

type FormProps = { form: Form; change: (by: Partial<Form>) => void };

/** The channel is found when the button is pressed: its event may come after the response. */
function showCreated(client: Client, name: string): void {
  const open = () => {
    const [channelId] = [...client.live.peek().channels].find(([, channel]) => channel.name === name) ?? [];
    if (channelId !== undefined) void openChannel(client, channelId);
  };
  toast({
    text: t('channels.created', { channel: name }),
    action: { text: t('keys.openChannel'), onChoose: open },
  });
}

/** Creates a channel with its first subscribers. */
export function CreateChannel({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const [form, setForm] = useState<Form>(() => emptyForm(live));
  const name = form.name.trim();
  const ownId = live.get('own').user_id;
  const create = async () => {
    const failure = await createChannel(client, {
      ...form,
      name,
      folderId: form.folder === noFolder ? undefined : form.folder,
      people: [ownId, ...toAdd(live, form.people, new Set([ownId])).ids],
      announce: form.privacy === 'public',
      permissions: getOnly(form.permissions, getPermissions(live, form)),
    });
    if (failure === undefined) showCreated(client, name);
    return failure;
  };
  const isTaken = [...live.get('channels').values()].some(
    (channel) => channel.name.toLocaleLowerCase() === name.toLocaleLowerCase(),
  );
  return (
    <FormDialog
      title={t('channels.create')}
      action={t('channels.create')}
      isComplete={name !== '' && !isTaken}
      save={create}
      onClose={onClose}
    >
      <Fields form={form} isTaken={isTaken} change={(by) => setForm((before) => ({ ...before, ...by }))} />
    </FormDialog>
  );
}

const emptyForm = (live: Live): Form => ({
  name: '',
  description: '',
  privacy: mayCreateChannel(live, 'public') ? 'public' : 'private',
  folder: noFolder,
  people: nobodyChosen,
  permissions: {},
});

function getPermissions(live: Live, { privacy }: Form): ChannelPermission[] {
  const isPrivate = privacy === 'private' || privacy === 'closed';
  const isHistoryOpen = privacy !== 'closed';
  return channelPermissionsInOrder.filter((each) => mayChoose(live, each, { isPrivate, isHistoryOpen }));
}

function Fields({ form, isTaken, change }: FormProps & { isTaken: boolean }) {
  const { live } = useClient();
  const folders = folderOptions(live);
  return (
    <>
      <TextField
        label={t('channels.name')}
        value={form.name}
        isRequired
        maxLength={channelNameLength(live.get('organization'))}
        onInput={(name) => change({ name })}
        {...(isTaken ? { save: { error: t('channels.nameTaken') } } : {})}
      />
      <TextField
        label={t('channels.description')}
        hint={t('channels.descriptionHint')}
        value={form.description}
        onInput={(description) => change({ description })}
      />
      <PrivacyChoice value={form.privacy} onChange={(privacy) => change({ privacy })} />
      {folders.length > 1 && (
        <Select
          label={t('channels.folder')}
          value={form.folder}
          options={folders}
          onChange={(folder) => change({ folder })}
        />
      )}
      <SubscriberPicker
        chosen={form.people}
        onChange={(people) => change({ people })}
        without={new Set([live.get('own').user_id])}
      />
      <NewPermissions
        names={getPermissions(live, form)}
        getLabel={(permission) => t(`channels.${permission}`)}
        readRules={(permission) => channelPermissionRules(live.get('organization'), permission)}
        chosen={form.permissions}
        onChange={(permissions) => change({ permissions })}
      />
    </>
  );
}
