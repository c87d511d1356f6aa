import { useState } from 'preact/hooks';
import type { User } from '../../../../wire/users.ts';
import { changePerson } from '../../actions/members.ts';
import { t } from '../../view/text.ts';
import { Dialog } from '../base/dialog.tsx';
import { TextField } from '../base/field.tsx';
import { useSaving } from '../base/use-saving.ts';
import { useClient } from '../page/client.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { Group } from './sections.tsx';

/** Who somebody else is to everybody; each control saves at once. */
export function PersonDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { live } = useClient();
  const user = live.get('users').get(userId);
  if (user === undefined) return null;
  return (
    <Dialog title={user.full_name} onClose={onClose}>
      <div class="settings-column">
        <Group>
          <Name user={user} />
        </Group>
        <ProfileFields userId={userId} />
      </div>
    </Dialog>
  );
}

function Name({ user }: { user: User }) {
  const client = useClient();
  const [draft, setDraft] = useState<string>();
  const [state, save] = useSaving();
  return (
    <TextField
      label={t('lists.name')}
      value={draft ?? user.full_name}
      maxLength={100}
      save={state}
      onInput={setDraft}
      onCommit={(text) => {
        setDraft(undefined);
        const name = text.trim();
        if (name !== '' && name !== user.full_name)
          save(changePerson(client, user.user_id, { full_name: name }));
      }}
    />
  );
}
