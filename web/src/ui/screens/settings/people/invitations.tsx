import { useState } from 'preact/hooks';
import type { GetInvitesResponse, Invite } from '../../../../../../wire/invites.ts';
import { fetchInvites, resendInvite, revokeInvite } from '../../../../actions/organization/members.ts';
import { isGuest, mayInOrganization } from '../../../../view/channels/channel-rights.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { roleText } from '../../../../view/people/profile.ts';
import { sendsMail } from '../../../../view/text/mail.ts';
import { t } from '../../../../view/text/text.ts';
import { toDay } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { CopyLink } from './password-link.tsx';
import { InviteForm } from './invite-form.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import { useFetched } from '../base/use-fetched.ts';

/** Invitations by email or link, and pending ones. */
export function Invitations() {
  const client = useClient();
  const { live } = client;
  // Guests may not list invitations, and have none.
  const { value, reason, load } = useFetched<GetInvitesResponse>(
    async () => (isGuest(live) ? { value: { invites: [] } } : fetchInvites(client)),
    live.get('invitationChanges'),
  );
  const invites = value?.invites;
  const byEmail = mayInOrganization(live, 'can_invite_users_group');
  const byLink = mayInOrganization(live, 'create_multiuse_invite_group');
  return (
    <>
      {!sendsMail(live) && <p class="settings-notice">{t('organization.invite.noMail')}</p>}
      {byEmail || byLink ? (
        <InviteForm byEmail={byEmail} byLink={byLink} pending={invites ?? []} onDone={() => void load()} />
      ) : (
        <p class="settings-notice">{t('organization.invite.mayNot')}</p>
      )}
      <Group title="organization.invite.open">
        {invites?.length === 0 && <p class="settings-hint">{t('organization.invite.none')}</p>}
        <ErrorLine reason={reason} />
        <ul role="list" class="settings-rows">
          {invites?.map((one) => (
            <InviteRow key={`${one.id} ${one.is_multiuse}`} invite={one} onChange={() => void load()} />
          ))}
        </ul>
      </Group>
    </>
  );
}

function InviteRow({ invite, onChange }: { invite: Invite; onChange: () => void }) {
  const client = useClient();
  const [said, setSaid] = useState<string>();
  const until =
    invite.expiry_date === null
      ? t('organization.invite.forEver')
      : t('organization.invite.until', {
          day: toDay(invite.expiry_date, Date.now() / 1000, getClock(client.live)),
        });
  const resend = async () => {
    const failure = await resendInvite(client, invite);
    setSaid(failure === undefined ? t('organization.invite.sent') : failureText(failure));
    // The former link is invalid now.
    onChange();
  };
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{invite.email ?? invite.link_url}</p>
        <p class="settings-row-about" role="status">
          {said ?? `${t(roleText[invite.invited_as])} · ${until}`}
        </p>
      </div>
      {invite.link_url !== undefined && <CopyLink link={invite.link_url} />}
      {invite.email !== undefined && (
        <Button onClick={() => void resend()}>{t('organization.invite.resend')}</Button>
      )}
      <AskFirst
        action={t('organization.invite.revoke')}
        hint={t('organization.invite.revokeHint')}
        run={() => revokeInvite(client, invite)}
        onDone={onChange}
      />
    </li>
  );
}
