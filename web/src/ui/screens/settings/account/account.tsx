import { useState } from 'preact/hooks';
import { deactivateSelf, saveAccount } from '../../../../actions/settings.ts';
import { t } from '../../../../view/text/text.ts';
import { Checkbox, TextField, type SaveState } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { clearUserData } from '../../../header/session/session.ts';
import { ApiKey } from './api-key.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { NamedKeys } from '../base/named-keys.tsx';
import { Group } from '../base/sections.tsx';
import { CurrentPassword, SubmitForm } from '../base/submit-form.tsx';
import { CallAccounts } from './call-accounts.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** Password, two-factor authentication, sessions, API keys, call services, and deactivation. */
export function Account() {
  return (
    <>
      <Password />
      <TwoFactor />
      <SessionList />
      <ApiKey />
      <OwnNamedKeys />
      <CallAccounts />
      <Leave />
    </>
  );
}

function OwnNamedKeys() {
  const { live } = useClient();
  return <NamedKeys email={live.get('own').delivery_email} />;
}

function Password() {
  const client = useClient();
  const [before, setBefore] = useState('');
  const [after, setAfter] = useState('');
  const [revokes, setRevokes] = useState(true);
  const [state, setState] = useState<SaveState>('idle');
  const change = async () => {
    setState('saving');
    const given = { old_password: before, new_password: after, revoke_api_keys: revokes };
    const failure = await saveAccount(client, given);
    setState(failure === undefined ? 'saved' : { error: failureText(failure) });
    if (failure !== undefined) return;
    setBefore('');
    setAfter('');
  };
  return (
    <Group title="settings.password">
      <SubmitForm
        label={t('settings.passwordChange')}
        kind="primary"
        isIncomplete={before === '' || after === ''}
        isBusy={state === 'saving'}
        onSubmit={change}
      >
        <CurrentPassword label={t('settings.passwordOld')} value={before} onInput={setBefore} />
        <TextField
          label={t('settings.passwordNew')}
          type="password"
          autoComplete="new-password"
          hint={state === 'saved' ? t('settings.passwordChanged') : t('settings.passwordHint')}
          value={after}
          onInput={setAfter}
          save={state}
        />
        <Checkbox
          label={t('settings.passwordRevoke')}
          hint={t('settings.passwordRevokeHint')}
          isOn={revokes}
          onChange={setRevokes}
        />
      </SubmitForm>
    </Group>
  );
}

function Leave() {
  const client = useClient();
  return (
    <Group title="settings.leave" hint="settings.leaveHint">
      <AskFirst
        action={t('settings.leaveDo')}
        hint={t('settings.leaveHint')}
        run={() => deactivateSelf(client)}
        onDone={() => void clearUserData(client).then(() => window.location.assign('/'))}
      />
    </Group>
  );
}
