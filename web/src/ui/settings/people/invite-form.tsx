import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure } from '../../../api.ts';
import {
  createInviteLink,
  refusedAddresses,
  sendInvites,
  type RefusedAddress,
} from '../../../actions/organization/members.ts';
import type { Grants } from '../../../store/organization/wire-names.ts';
import { errorText } from '../../../view/text/errors.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../base/button.tsx';
import { Checkbox, TextField } from '../../base/field.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../page/failure.ts';
import { InviteGrants } from './invite-grants.tsx';
import { CopyLink } from './copy-link.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';

const usual: Grants = {
  role: 400,
  welcome: '',
  minutes: 10 * 24 * 60,
  hasDefaultChannels: true,
  channelIds: [],
  groupIds: [],
};

type FormProps = { byEmail: boolean; byLink: boolean; onDone: () => void };

/** Options of an invitation, and buttons to send it or create a link. */
export function InviteForm({ byEmail, byLink, onDone }: FormProps) {
  const client = useClient();
  const [emails, setEmails] = useState('');
  const [grants, setGrants] = useState<Grants>(usual);
  const [isNotified, setNotified] = useState(true);
  const [link, setLink] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [reason, setReason] = useState<string>();
  const [refused, setRefused] = useState<readonly RefusedAddress[]>([]);
  const showOutcome = (failure: ApiFailure | undefined, done: string) => {
    setReason(failure && failureText(failure));
    setSaid(failure === undefined ? done : undefined);
    setRefused((failure && refusedAddresses(failure)?.addresses) ?? []);
    // After a failure too: some people may have been invited.
    onDone();
  };
  const send = async () => {
    const failure = await sendInvites(client, emails, grants, isNotified);
    if (failure === undefined) setEmails('');
    else {
      const others = refusedAddresses(failure);
      // A second attempt must not send the email again to those who were invited.
      if (others?.isOthersInvited === true)
        setEmails(others.addresses.map(({ address }) => address).join('\n'));
    }
    showOutcome(failure, t('organization.invite.sent'));
  };
  const make = async () => {
    const response = await createInviteLink(client, grants);
    if (typeof response === 'string') setLink(response);
    showOutcome(typeof response === 'string' ? undefined : response, t('organization.invite.linkMade'));
  };
  return (
    <Group title="organization.invite.title">
      {byEmail && (
        <div data-first-field>
          <TextField
            label={t('organization.invite.emails')}
            hint={t('organization.invite.emailsHint')}
            rows={3}
            value={emails}
            onInput={setEmails}
          />
        </div>
      )}
      <InviteGrants grants={grants} onChange={(to) => setGrants({ ...grants, ...to })} />
      {byEmail && (
        <Checkbox label={t('organization.invite.notify')} isOn={isNotified} onChange={setNotified} />
      )}
      <div class="settings-actions">
        {byEmail && (
          <Button kind="primary" disabled={emails.trim() === ''} onClick={() => void send()}>
            {t('organization.invite.send')}
          </Button>
        )}
        {byLink && <Button onClick={() => void make()}>{t('organization.invite.makeLink')}</Button>}
      </div>
      <Outcome said={said} link={link} reason={reason} refused={refused} />
    </Group>
  );
}

type OutcomeProps = Record<'said' | 'link' | 'reason', string | undefined> & {
  refused: readonly RefusedAddress[];
};

/** The result, scrolled into view: in a low window, the buttons are at the lower edge. */
function Outcome({ said, link, reason, refused }: OutcomeProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isEmpty = said === undefined && reason === undefined;
  useLayoutEffect(() => {
    if (!isEmpty) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isEmpty, said, link, reason, refused]);
  return (
    <div ref={ref} class="settings-section">
      <p class="settings-hint" role="status">
        {said}
      </p>
      {link !== undefined && (
        <div class="settings-actions">
          <code class="settings-code">{link}</code>
          <CopyLink link={link} />
        </div>
      )}
      <ErrorLine reason={reason} />
      <ul role="list" class="settings-hint" aria-live="polite">
        {refused.map(({ address, message, error }) => (
          <li key={address}>
            <bdi>{address}</bdi>: {errorText(message, error)}
          </li>
        ))}
      </ul>
    </div>
  );
}
