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
import { Checkbox, TextField, Select } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { CopyLink } from './password-link.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import type { Role } from '../../../../../../wire/core.ts';
import { isAdministrator, mayAddPeople } from '../../../../view/channels/channel-rights.ts';
import { compareNames } from '../../../../view/channels/channel-sections.ts';
import { mayAddMembers } from '../../../../view/people/group-rights.ts';
import { roleText } from '../../../../view/people/profile.ts';
import { roleChoices } from '../../../../view/settings/people-list.ts';
import { durationText } from '../../../../view/settings/values.ts';
import { ChosenList } from '../../../kit/lists/chosen-list.tsx';

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

const dayMinutes = 24 * 60;
const days = [1, 3, 10, 30];
const never = -1;

type Props = { grants: Grants; onChange: (to: Partial<Grants>) => void };

/** The role, channels and groups of the invited people. */
function InviteGrants({ grants, onChange }: Props) {
  const { live } = useClient();
  return (
    <>
      <Select<Role>
        label={t('organization.invite.as')}
        value={grants.role}
        options={roleChoices(live).map((one) => ({ value: one, text: t(roleText[one]) }))}
        onChange={(role) => onChange({ role })}
      />
      <Select
        label={t('organization.invite.expires')}
        value={grants.minutes ?? never}
        options={[
          ...days.map((count) => ({ value: count * dayMinutes, text: durationText(count * 86_400) })),
          { value: never, text: t('organization.noLimit') },
        ]}
        onChange={(minutes) => onChange({ minutes: minutes === never ? null : minutes })}
      />
      <Places grants={grants} onChange={onChange} />
      {isAdministrator(live) && (
        <TextField
          label={t('organization.welcome_message_custom_text')}
          hint={t('organization.invite.messageHint')}
          rows={2}
          value={grants.welcome}
          onInput={(welcome) => onChange({ welcome })}
        />
      )}
    </>
  );
}

/** Channels and groups, if the person may add others there. */
function Places({ grants, onChange }: Props) {
  const { live } = useClient();
  const channels = [...live.get('channels')]
    .filter(([id, channel]) => mayAddPeople(live, id, channel))
    .map(([value, { name }]) => ({ value, name }))
    .sort(compareNames);
  const groups = [...live.get('groups').values()]
    .filter((group) => mayAddMembers(live, group))
    .map(({ id, name }) => ({ value: id, name }))
    .sort(compareNames);
  return (
    <>
      <Checkbox
        label={t('organization.invite.withDefaults')}
        isOn={grants.hasDefaultChannels}
        onChange={(hasDefaultChannels) => onChange({ hasDefaultChannels })}
      />
      <ChosenList
        label={t('organization.invite.channels')}
        placeholder={t('organization.invite.chooseChannel')}
        options={channels}
        chosen={grants.channelIds}
        onChange={(channelIds) => onChange({ channelIds })}
      />
      <ChosenList
        label={t('organization.invite.groups')}
        placeholder={t('organization.invite.chooseGroup')}
        options={groups}
        chosen={grants.groupIds}
        onChange={(groupIds) => onChange({ groupIds })}
      />
    </>
  );
}
