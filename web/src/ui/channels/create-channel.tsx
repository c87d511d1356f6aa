import { useState } from 'preact/hooks';
import { createChannel, type Privacy } from '../../actions/channels.ts';
import { channelNameLength } from '../../store/wire-names.ts';
import { mayCreateChannel } from '../../view/channel-rights.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import { Dialog } from '../base/dialog.tsx';
import { Select, TextField } from '../base/field.tsx';
import { toast } from '../base/toast.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { folderOptions, noFolder } from './folder-options.ts';
import { PeoplePicker } from '../base/people-picker.tsx';
import { PrivacyChoice } from './privacy-choice.tsx';
import { useId } from '../base/use-id.ts';

/** A new channel, with the people who are in it from the beginning. */
export function CreateChannel({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const formId = useId();
  const ownId = live.get('own').user_id;
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [privacy, setPrivacy] = useState<Privacy>(mayCreateChannel(live, 'public') ? 'public' : 'private');
  const [folder, setFolder] = useState(noFolder);
  const [people, setPeople] = useState<readonly number[]>([]);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isTaken = [...live.get('channels').values()].some(
    (channel) => channel.name.toLocaleLowerCase() === name.trim().toLocaleLowerCase(),
  );
  const create = async () => {
    if (name.trim() === '') {
      setError(t('channels.nameNeeded'));
      return;
    }
    if (isTaken) {
      setError(t('channels.nameTaken'));
      return;
    }
    setBusy(true);
    const failure = await createChannel(client, {
      name: name.trim(),
      description,
      privacy,
      folderId: folder === noFolder ? undefined : folder,
      people: [ownId, ...people],
      announce: privacy === 'public',
      permissions: {},
    });
    setBusy(false);
    if (failure !== undefined) {
      setError(failureText(failure));
      return;
    }
    toast({ text: t('channels.created', { channel: name.trim() }) });
    onClose();
  };
  const folders = folderOptions(live);
  return (
    <Dialog
      title={t('channels.create')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={isBusy}>
            {t('channels.create')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        class="channels-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          label={t('channels.name')}
          value={name}
          isRequired
          maxLength={channelNameLength(live.get('organization'))}
          onInput={(value) => {
            setName(value);
            setError(undefined);
          }}
          {...(error === undefined ? {} : { save: { error } })}
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
      </form>
    </Dialog>
  );
}
