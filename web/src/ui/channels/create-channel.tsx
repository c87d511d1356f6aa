import { useState } from 'preact/hooks';
import { createChannel, type Privacy } from '../../actions/channels.ts';
import { channelNameLength } from '../../store/wire-names.ts';
import { mayCreateChannel } from '../../view/channel-rights.ts';
import { t } from '../../view/text.ts';
import { Select, TextField } from '../base/field.tsx';
import { FormDialog } from '../base/form-dialog.tsx';
import { toast } from '../base/toast.tsx';
import { useClient } from '../page/client.tsx';
import { folderOptions, noFolder } from './folder-options.ts';
import { PeoplePicker } from '../base/people-picker.tsx';
import { PrivacyChoice } from './privacy-choice.tsx';

/** A new channel, with the people who are in it from the beginning. */
export function CreateChannel({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const ownId = live.get('own').user_id;
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [privacy, setPrivacy] = useState<Privacy>(mayCreateChannel(live, 'public') ? 'public' : 'private');
  const [folder, setFolder] = useState(noFolder);
  const [people, setPeople] = useState<readonly number[]>([]);
  const isTaken = [...live.get('channels').values()].some(
    (channel) => channel.name.toLocaleLowerCase() === name.trim().toLocaleLowerCase(),
  );
  const create = async () => {
    const failure = await createChannel(client, {
      name: name.trim(),
      description,
      privacy,
      folderId: folder === noFolder ? undefined : folder,
      people: [ownId, ...people],
      announce: privacy === 'public',
      permissions: {},
    });
    if (failure === undefined) toast({ text: t('channels.created', { channel: name.trim() }) });
    return failure;
  };
  const folders = folderOptions(live);
  return (
    <FormDialog
      title={t('channels.create')}
      action={t('channels.create')}
      isComplete={name.trim() !== '' && !isTaken}
      save={create}
      onClose={onClose}
    >
      <TextField
        label={t('channels.name')}
        value={name}
        isRequired
        maxLength={channelNameLength(live.get('organization'))}
        onInput={setName}
        {...(isTaken ? { save: { error: t('channels.nameTaken') } } : {})}
      />
      <TextField
        label={t('channels.description')}
        hint={t('channels.descriptionHint')}
        value={description}
        onInput={setDescription}
      />
      <PrivacyChoice value={privacy} onChange={setPrivacy} />
      {folders.length > 1 && (
        <Select label={t('channels.folder')} value={folder} options={folders} onChange={setFolder} />
      )}
      <PeoplePicker
        label={t('channels.addPeople')}
        chosen={people}
        onChange={setPeople}
        without={new Set([ownId])}
      />
    </FormDialog>
  );
}
