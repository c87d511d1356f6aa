import { changePerson } from '../../../../actions/organization/members.ts';
import { requirePasswordChange, resetTwoFactor } from '../../../../actions/two-factor.ts';
import { mayCreatePasswordLink } from '../../../../view/settings/people-list.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { NameField } from '../base/name-field.tsx';
import { ProfileFields } from '../account/profile-fields.tsx';
import { PasswordLink } from './password-link.tsx';
import { Group } from '../base/sections.tsx';

/** Another user's profile; each control saves at once. */
export function PersonDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const client = useClient();
  const user = client.live.get('users').get(userId);
  if (user === undefined) return null;
  return (
    <Dialog title={user.full_name} onClose={onClose}>
      <div class="settings-column">
        <Group>
          <NameField
            name={user.full_name}
            rename={(name) => changePerson(client, userId, { full_name: name })}
          />
        </Group>
        <ProfileFields userId={userId} />
        {mayCreatePasswordLink(client.live, user) && <PasswordLink user={user} />}
        {isOwner(client.live) && !user.is_bot && userId !== client.live.get('own').user_id && (
          <Group title="twoFactor.title">
            <AskFirst
              action={t('twoFactor.reset')}
              hint={t('twoFactor.resetHint')}
              run={() => resetTwoFactor(client, userId)}
            />
            <AskFirst
              action={t('signInRules.requireChange')}
              hint={t('signInRules.requireChangeHint')}
              run={() => requirePasswordChange(client, userId)}
            />
          </Group>
        )}
      </div>
    </Dialog>
  );
}
