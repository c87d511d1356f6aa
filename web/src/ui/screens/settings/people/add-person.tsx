import { useState } from 'preact/hooks';
import type { Role } from '../../../../../../wire/core.ts';
import type { AddPersonResponse } from '../../../../../../wire/password-links.ts';
import { addPerson } from '../../../../actions/organization/members.ts';
import { roleText } from '../../../../view/people/profile.ts';
import { roleChoices } from '../../../../view/settings/people-list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select, TextField } from '../../../kit/field.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import { useClient } from '../../../page/client.tsx';
import { MadeLink } from './password-link.tsx';

type Added = { name: string; made: AddPersonResponse };

/** Creates an account for a colleague, and shows the link with which they choose a password. */
export function AddPerson() {
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<Added>();
  return (
    <div class="settings-actions">
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('organization.users.add')}
      </Button>
      {isOpen && <AddPersonForm onAdded={setAdded} onClose={() => setOpen(false)} />}
      {/* Once the form is gone, so that the focus is taken from nothing that is still open. */}
      {!isOpen && added && (
        <Dialog
          title={added.name}
          onClose={() => setAdded(undefined)}
          footer={
            <Button kind="primary" onClick={() => setAdded(undefined)}>
              {t('common.close')}
            </Button>
          }
        >
          <MadeLink {...added} />
        </Dialog>
      )}
    </div>
  );
}

type FormProps = { onAdded: (added: Added) => void; onClose: () => void };

function AddPersonForm({ onAdded, onClose }: FormProps) {
  const client = useClient();
  const [fullName, setFullName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(400);
  const person = { full_name: fullName.trim(), email: email.trim(), role };
  const save = async () => {
    const { value, failure } = await addPerson(client, person);
    if (value) onAdded({ name: person.full_name, made: value });
    return failure;
  };
  return (
    <FormDialog
      title={t('organization.users.add')}
      action={t('organization.users.add')}
      isComplete={person.full_name !== '' && person.email !== ''}
      save={save}
      onClose={onClose}
    >
      <TextField label={t('settings.fullName')} value={fullName} onInput={setFullName} />
      <TextField label={t('settings.email')} type="email" value={email} onInput={setEmail} />
      <Select<Role>
        label={t('organization.users.role')}
        value={role}
        options={roleChoices(client.live).map((one) => ({ value: one, text: t(roleText[one]) }))}
        onChange={setRole}
      />
      <p class="settings-hint">{t('organization.users.addHint')}</p>
    </FormDialog>
  );
}
