import { useEffect, useState } from 'preact/hooks';
import type { SignInPolicyResponse, UpdateSignInPolicyParams } from '../../../../../../wire/two-factor.ts';
import { fetchSignInPolicy, saveSignInPolicy } from '../../../../actions/two-factor.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { Select, Switch, type SaveState } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { Group } from '../base/sections.tsx';
import { ScimTokens } from './scim-tokens.tsx';
import { SignInProviders } from './sign-in-providers.tsx';
import { TwoFactorPolicy } from './two-factor-policy.tsx';

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
