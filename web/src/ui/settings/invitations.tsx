import { useEffect, useState } from 'preact/hooks';
import type { Role } from '../../../../wire/core.ts';
import type { Invite } from '../../../../wire/invites.ts';
import type { ApiFailure } from '../../api.ts';
import {
  createInviteLink,
  fetchInvites,
  resendInvite,
  revokeInvite,
  sendInvites,
} from '../../actions/members.ts';
import { isGuest, mayInOrganization } from '../../view/channel-rights.ts';
import { clockOf } from '../../view/preferences.ts';
import { roleText } from '../../view/profile.ts';
import { roleChoices } from '../../view/settings/people-list.ts';
import { t } from '../../view/text.ts';
import { dayOf } from '../../view/times.ts';
import { Button } from '../base/button.tsx';
import { Select, TextField } from '../base/field.tsx';
import { failureText } from '../page/failure.ts';
import { useClient } from '../page/client.tsx';
import { AskFirst } from './ask-first.tsx';
import { Group } from './sections.tsx';

/** New people: by e-mail, or by a link for many; and those that are still open. */
export function Invitations() {
  const client = useClient();
  const { live } = client;
  const [invites, setInvites] = useState<readonly Invite[]>();
  const [reason, setReason] = useState<string>();
  const load = async () => {
    const answer = await fetchInvites(client);
    if ('kind' in answer) setReason(failureText(answer));
    else setInvites(answer);
  };
  useEffect(() => {
    if (!isGuest(live)) void load();
  }, []);
  const byEmail = mayInOrganization(live, 'can_invite_users_group');
  const byLink = mayInOrganization(live, 'create_multiuse_invite_group');
  return (
    <>
      {byEmail || byLink ? (
        <InviteForm byEmail={byEmail} byLink={byLink} onDone={() => void load()} />
      ) : (
        <p class="settings-notice">{t('organization.invite.mayNot')}</p>
      )}
      <Group title="organization.invite.open">
        {invites?.length === 0 && <p class="settings-hint">{t('organization.invite.none')}</p>}
        {reason !== undefined && <p class="settings-error">{reason}</p>}
        <ul role="list" class="settings-rows">
          {invites?.map((one) => (
            <InviteRow key={`${one.id} ${one.is_multiuse}`} invite={one} onChange={() => void load()} />
          ))}
        </ul>
      </Group>
    </>
  );
}

type FormProps = { byEmail: boolean; byLink: boolean; onDone: () => void };

function InviteForm({ byEmail, byLink, onDone }: FormProps) {
  const client = useClient();
  const [emails, setEmails] = useState('');
  const [role, setRole] = useState<Role>(400);
  const [message, setMessage] = useState('');
  const [link, setLink] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [reason, setReason] = useState<string>();
  const grants = { role, welcome: message.trim() };
  const tell = (failure: ApiFailure | undefined, done: string) => {
    setReason(failure && failureText(failure));
    setSaid(failure === undefined ? done : undefined);
    if (failure === undefined) onDone();
  };
  const send = async () => {
    const failure = await sendInvites(client, emails, grants);
    if (failure === undefined) setEmails('');
    tell(failure, t('organization.invite.sent'));
  };
  const make = async () => {
    const answer = await createInviteLink(client, grants);
    if (typeof answer === 'string') setLink(answer);
    tell(typeof answer === 'string' ? undefined : answer, t('organization.invite.linkMade'));
  };
  return (
    <Group title="organization.invite.title">
      {byEmail && (
        <TextField
          label={t('organization.invite.emails')}
          hint={t('organization.invite.emailsHint')}
          rows={3}
          value={emails}
          onInput={setEmails}
        />
      )}
      <Select<Role>
        label={t('organization.invite.as')}
        value={role}
        options={roleChoices(client.live).map((one) => ({ value: one, text: t(roleText[one]) }))}
        onChange={setRole}
      />
      <TextField
        label={t('organization.welcome_message_custom_text')}
        hint={t('organization.invite.messageHint')}
        rows={2}
        value={message}
        onInput={setMessage}
      />
      <div class="settings-actions">
        {byEmail && (
          <Button kind="primary" disabled={emails.trim() === ''} onClick={() => void send()}>
            {t('organization.invite.send')}
          </Button>
        )}
        {byLink && <Button onClick={() => void make()}>{t('organization.invite.makeLink')}</Button>}
      </div>
      <p class="settings-hint" role="status">
        {said}
      </p>
      {link !== undefined && <code class="settings-code">{link}</code>}
      {reason !== undefined && (
        <p class="settings-error" role="alert">
          {reason}
        </p>
      )}
    </Group>
  );
}

function InviteRow({ invite, onChange }: { invite: Invite; onChange: () => void }) {
  const client = useClient();
  const [said, setSaid] = useState<string>();
  const until =
    invite.expiry_date === null
      ? t('organization.invite.forEver')
      : t('organization.invite.until', {
          day: dayOf(invite.expiry_date, Date.now() / 1000, clockOf(client.live)),
        });
  const resend = async () => {
    const failure = await resendInvite(client, invite);
    setSaid(failure === undefined ? t('organization.invite.sent') : failureText(failure));
  };
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{invite.email ?? invite.link_url}</p>
        <p class="settings-row-about" role="status">
          {said ?? `${t(roleText[invite.invited_as])} · ${until}`}
        </p>
      </div>
      {!invite.is_multiuse && (
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
