import { useState } from 'preact/hooks';
import type { User } from '../../../../../../wire/users.ts';
import type { PasswordLinkResponse } from '../../../../../../wire/password-links.ts';
import { createPasswordLink } from '../../../../actions/organization/members.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { t } from '../../../../view/text/text.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { Group } from '../base/sections.tsx';
import { Button } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/toasts/clipboard.ts';

type Props = { name: string; made: PasswordLinkResponse };

/** A link that was made, to pass on; only where the server delivers no email. */
export function MadeLink({ name, made }: Props) {
  const { live } = useClient();
  const values = { name, time: getFullTime(made.expires_at, getClock(live)) };
  return (
    <div class="settings-section" role="status">
      <p>
        {made.password_link === null
          ? t('organization.users.linkSent', values)
          : t('organization.users.passOn', values)}
      </p>
      {made.password_link !== null && (
        <div class="settings-actions">
          <code class="settings-code">{made.password_link}</code>
          <CopyLink link={made.password_link} />
        </div>
      )}
    </div>
  );
}

/** Gives a person who cannot sign in a way to choose a new password. */
export function PasswordLink({ user }: { user: User }) {
  const client = useClient();
  const [made, setMade] = useState<PasswordLinkResponse>();
  const make = async () => {
    const { value, failure } = await createPasswordLink(client, user.user_id);
    setMade(value);
    return failure;
  };
  return (
    <Group title="settings.password">
      <AskFirst
        action={t('organization.users.makeLink')}
        button={t('organization.users.makeLink')}
        hint={t('organization.users.makeLinkHint', { name: user.full_name })}
        run={make}
      />
      {made && <MadeLink name={user.full_name} made={made} />}
    </Group>
  );
}

/** Copies the link of a reusable invitation. */
export const CopyLink = ({ link }: { link: string }) => (
  <Button onClick={() => void copyText(link, t('actions.linkCopied'))}>{t('actions.copyLink')}</Button>
);
