import { useState } from 'preact/hooks';
import { createGroup } from '../../actions/groups.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import { Dialog } from '../base/dialog.tsx';
import { TextField } from '../base/field.tsx';
import { toast } from '../base/toast.tsx';
import { PeoplePicker } from '../base/people-picker.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { navigate } from '../page/location.ts';
import { useId } from '../base/use-id.ts';

const close = (): void => navigate({ screen: 'people', page: 'groups' }, 'replace');

export function CreateGroup() {
  const client = useClient();
  const formId = useId();
  const ownId = client.live.peek().own.user_id;
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [members, setMembers] = useState<readonly number[]>([ownId]);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    if (name.trim() === '') {
      setError(t('groups.nameNeeded'));
      return;
    }
    setBusy(true);
    const failure = await createGroup(client, { name: name.trim(), description, members });
    setBusy(false);
    if (failure !== undefined) {
      setError(failureText(failure));
      return;
    }
    toast({ text: t('groups.created', { group: name.trim() }) });
    close();
  };
  return (
    <Dialog
      title={t('groups.create')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} isBusy={isBusy}>
            {t('groups.create')}
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
          label={t('groups.name')}
          value={name}
          isRequired
          maxLength={100}
          onInput={(value) => {
            setName(value);
            setError(undefined);
          }}
          {...(error === undefined ? {} : { save: { error } })}
        />
        <TextField label={t('groups.description')} value={description} onInput={setDescription} />
        <PeoplePicker label={t('groups.people')} chosen={members} onChange={setMembers} without={new Set()} />
      </form>
    </Dialog>
  );
}
