import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Invite } from '../../../../../../wire/invites.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import {
  createInviteLink,
  refusedAddresses,
  sendInvites,
  type RefusedAddress,
} from '../../../../actions/organization/members.ts';
import type { Grants } from '../../../../store/organization/wire-names.ts';
import { findInvited } from '../../../../view/settings/invited.ts';
import { errorText } from '../../../../view/text/errors.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Checkbox, TextField } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
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

type FormProps = { byEmail: boolean; byLink: boolean; pending: readonly Invite[]; onDone: () => void };

/** Options of an invitation, and buttons to send it or create a link. */
export function InviteForm({ byEmail, byLink, pending, onDone }: FormProps) {
  const [emails, setEmails] = useState('');
  const [grants, setGrants] = useState<Grants>(usual);
  const [isNotified, setNotified] = useState(true);
  const { outcome, send, makeLink } = useInvitations(pending, onDone);
  const invite = async () => {
    const left = await send(emails, grants, isNotified);
    if (left !== undefined) setEmails(left);
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
          <Button kind="primary" disabled={emails.trim() === ''} onClick={() => void invite()}>
            {t('organization.invite.send')}
          </Button>
        )}
        {byLink && <Button onClick={() => void makeLink(grants)}>{t('organization.invite.makeLink')}</Button>}
      </div>
      <OutcomeText {...outcome} />
    </Group>
  );
}

type Outcome = Partial<Record<'said' | 'link' | 'reason', string | undefined>> & {
  refused?: readonly RefusedAddress[] | undefined;
};

function useInvitations(pending: readonly Invite[], onDone: () => void) {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome>({});
  const show = (failure: ApiFailure | undefined, done: Outcome, invited: readonly string[] = []) => {
    const refused = [
      ...invited.map((address) => ({ address, message: t('organization.invite.already') })),
      ...((failure && refusedAddresses(failure)?.addresses) ?? []),
    ];
    // A link that was made before is still shown, since it is valid.
    setOutcome(({ link }) => ({
      link,
      ...(failure === undefined ? done : { reason: failureText(failure) }),
      refused,
    }));
    // After a failure too: some people may have been invited.
    onDone();
  };
  return {
    outcome,
    /** Returns the addresses that are left to invite; undefined if nobody was invited. */
    async send(emails: string, grants: Grants, isNotified: boolean): Promise<string | undefined> {
      const { invited, others: left } = findInvited(emails, pending);
      if (invited.length > 0 && left === '') {
        show(undefined, {}, invited);
        return '';
      }
      const failure = await sendInvites(client, left, grants, isNotified);
      show(failure, { said: t('organization.invite.sent') }, invited);
      if (failure === undefined) return '';
      const others = refusedAddresses(failure);
      // A second attempt must not send the email again to those who were invited.
      return others?.isOthersInvited === true
        ? others.addresses.map(({ address }) => address).join('\n')
        : undefined;
    },
    async makeLink(grants: Grants): Promise<void> {
      const { value: link, failure } = await createInviteLink(client, grants);
      show(failure, failure === undefined ? { said: t('organization.invite.linkMade'), link } : {});
    },
  };
}

/** The result, scrolled into view: in a low window, the buttons are at the lower edge. */
function OutcomeText({ said, link, reason, refused = [] }: Outcome) {
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
