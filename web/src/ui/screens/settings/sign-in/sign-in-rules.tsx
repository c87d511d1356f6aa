import { useEffect, useState } from 'preact/hooks';
import type { SignInPolicyResponse, UpdateSignInPolicyParams } from '../../../../../../wire/two-factor.ts';
import { fetchSignInPolicy, saveSignInPolicy } from '../../../../actions/two-factor.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { mailHint } from '../../../../view/text/mail.ts';
import { t } from '../../../../view/text/text.ts';
import { Select, Switch, type SaveState, TextField } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { Group } from '../base/sections.tsx';
import { SignInProviders } from './sign-in-providers.tsx';
import type { Outcome } from '../../../../actions/request/outcome.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { getFullTime, toDay } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import type { ScimToken } from '../../../../../../wire/scim.ts';
import { createScimToken, fetchScimTokens, revokeScimToken } from '../../../../actions/organization/scim.ts';
import { AskFirst } from '../base/ask-first.tsx';

/** Sign-in methods and requirements. */
export function SignInRules() {
  return (
    <>
      <SignInProviders />
      <TwoFactorPolicy />
      <SessionRules />
      <ScimTokens />
    </>
  );
}

type Name = 'session_hours' | 'idle_minutes' | 'min_password_length';

type Rule = Name | 'confirm_former_email';

/** 0 is no limit. */
const choices: Readonly<Record<Name, readonly number[]>> = {
  session_hours: [8, 24, 168, 720, 0],
  idle_minutes: [15, 60, 480, 1440, 10_080, 0],
  min_password_length: [8, 10, 12, 16, 20],
};

/** Session lifetime, password length, and confirmation of new email addresses; for owners. */
function SessionRules() {
  const client = useClient();
  const [policy, setPolicy] = useState<SignInPolicyResponse>();
  const [state, setState] = useState<{ name?: Rule; is: SaveState }>({ is: 'idle' });
  useEffect(() => void fetchSignInPolicy(client).then(({ value }) => setPolicy(value)), []);
  if (policy === undefined) return null;
  const save = async (name: Rule, value: number | boolean | null) => {
    setState({ name, is: 'saving' });
    const params: UpdateSignInPolicyParams = { grace_days: 0, [name]: value };
    const { value: saved, failure } = await saveSignInPolicy(client, params);
    if (failure !== undefined) setState({ name, is: { error: failureText(failure) } });
    else {
      setPolicy(saved);
      setState({ name, is: 'saved' });
    }
  };
  const noMail = mailHint(client.live);
  const field = (name: Name) => {
    const value = policy[name] ?? 0;
    const values = choices[name].includes(value) ? choices[name] : [value, ...choices[name]];
    return (
      <Select
        label={t(`signInRules.${name}`)}
        value={value}
        options={values.map((one) => ({ value: one, text: describe(name, one) }))}
        onChange={(chosen) => void save(name, chosen === 0 ? null : chosen)}
        isDisabled={!isOwner(client.live)}
        save={state.name === name ? state.is : 'idle'}
      />
    );
  };
  return (
    <Group title="signInRules.title" hint="signInRules.hint">
      {field('session_hours')}
      {field('idle_minutes')}
      {field('min_password_length')}
      <Switch
        label={t('signInRules.confirm_former_email')}
        hint={noMail && t(noMail)}
        isOn={policy.confirm_former_email}
        onChange={(isOn) => void save('confirm_former_email', isOn)}
        isDisabled={!isOwner(client.live)}
        save={state.name === 'confirm_former_email' ? state.is : 'idle'}
      />
    </Group>
  );
}

function describe(name: Name, value: number): string {
  if (name === 'min_password_length') return t('signInRules.characters', { count: value });
  if (value === 0) return t(name === 'session_hours' ? 'signInRules.noLimit' : 'signInRules.twoWeeks');
  const minutes = name === 'session_hours' ? value * 60 : value;
  if (minutes % 1440 === 0) return t('signInRules.days', { count: minutes / 1440 });
  if (minutes % 60 === 0) return t('signInRules.hours', { count: minutes / 60 });
  return t('signInRules.minutes', { count: minutes });
}

const graceDays = [0, 7, 14, 30, 90];

/** Whether the organization requires a second factor; for owners. */
function TwoFactorPolicy() {
  const client = useClient();
  const [policy, setPolicy] = useState<SignInPolicyResponse>();
  const [days, setDays] = useState('14');
  const [state, setState] = useState<SaveState>('idle');
  const take = ({ value, failure }: Outcome<SignInPolicyResponse>, done: SaveState) => {
    setState(failure === undefined ? done : { error: failureText(failure) });
    if (failure === undefined) setPolicy(value);
  };
  useEffect(() => void fetchSignInPolicy(client).then((outcome) => take(outcome, 'idle')), []);
  const save = async (isRequired: boolean) => {
    setState('saving');
    const wanted = { require_two_factor: isRequired, grace_days: Number(days) };
    take(await saveSignInPolicy(client, wanted), 'saved');
  };
  const from = policy?.two_factor_required_from;
  return (
    <Group title="twoFactor.require" hint="twoFactor.requireHint">
      {policy !== undefined && <p>{getStateText(from ?? null, getClock(client.live))}</p>}
      {isOwner(client.live) && from === null && (
        <Select
          label={t('twoFactor.grace')}
          value={days}
          options={graceDays.map((count) => ({
            value: String(count),
            text: t('twoFactor.graceDays', { count }),
          }))}
          onChange={setDays}
        />
      )}
      {isOwner(client.live) && policy !== undefined && (
        <div class="settings-actions">
          <Button isBusy={state === 'saving'} onClick={() => void save(from === null)}>
            {t(from === null ? 'twoFactor.requireDo' : 'twoFactor.requireNot')}
          </Button>
        </div>
      )}
      <SavedLine state={state} />
    </Group>
  );
}

function getStateText(from: number | null, clock: Parameters<typeof getFullTime>[1]): string {
  if (from === null) return t('twoFactor.notRequired');
  const when = getFullTime(from, clock);
  return from * 1000 <= Date.now() ? t('twoFactor.since') : t('twoFactor.from', { when });
}

/** Provisioning by an identity provider; for owners. */
function ScimTokens() {
  const client = useClient();
  return isOwner(client.live) ? <Tokens /> : null;
}

function Tokens() {
  const client = useClient();
  const [tokens, setTokens] = useState<readonly ScimToken[]>([]);
  const [name, setName] = useState('');
  const [made, setMade] = useState<string>();
  const [state, setState] = useState<SaveState>('idle');
  const load = async () => {
    const { value, failure } = await fetchScimTokens(client);
    if (failure === undefined) setTokens(value);
    else setState({ error: failureText(failure) });
  };
  useEffect(() => void load(), []);
  const create = async () => {
    setState('saving');
    const { value: token, failure } = await createScimToken(client, name.trim());
    setState(failure === undefined ? 'saved' : { error: failureText(failure) });
    if (failure !== undefined) return;
    setMade(token);
    setName('');
    await load();
  };
  return (
    <Group title="scim.title" hint="scim.hint">
      <p>
        {t('scim.address')}: <code class="settings-code">{`${window.location.origin}/scim/v2`}</code>
      </p>
      <ul role="list" class="settings-rows" aria-label={t('scim.title')}>
        {tokens.map((token) => (
          <Row key={token.id} token={token} onRevoked={() => void load()} />
        ))}
      </ul>
      {made !== undefined && (
        <>
          <p class="settings-notice" role="status">
            {t('scim.shownOnce')}
          </p>
          <code class="settings-code">{made}</code>
        </>
      )}
      <form
        class="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField label={t('scim.name')} value={name} onInput={setName} maxLength={60} save={state} />
        <div class="settings-actions">
          <Button type="submit" isBusy={state === 'saving'} disabled={name.trim() === ''}>
            {t('scim.add')}
          </Button>
        </div>
      </form>
    </Group>
  );
}

function Row({ token, onRevoked }: { token: ScimToken; onRevoked: () => void }) {
  const client = useClient();
  const { id, name, last_used_at: usedAt } = token;
  const when = usedAt === null ? '' : toDay(usedAt, Date.now() / 1000, getClock(client.live));
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{name}</p>
        <p class="settings-row-about">
          {usedAt === null ? t('scim.unused') : t('settings.sessionSeen', { when })}
        </p>
      </div>
      <AskFirst
        action={t('scim.revokeName', { name })}
        button={t('apiKeys.revoke')}
        hint={t('scim.revokeHint')}
        run={() => revokeScimToken(client, id)}
        onDone={onRevoked}
      />
    </li>
  );
}
