import { useState } from 'preact/hooks';
import {
  deactivateSelf,
  saveAccount,
  endOtherSessions,
  endSessions,
  fetchSessions,
} from '../../../../actions/settings.ts';
import { joinFacts } from '../../../../view/text/list.ts';
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
import { TwoFactor } from './two-factor.tsx';
import { disconnectCallAccount } from '../../../../actions/calls.ts';
import type { Session } from '../../../../../../wire/sessions.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { browserName } from '../../../../view/settings/browser-name.ts';
import { toDay } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { useFetched } from '../base/use-fetched.ts';

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

const names = { zoom: 'Zoom', webex: 'Webex' } as const;

/** The person's connected accounts at call services. */
function CallAccounts() {
  const client = useClient();
  const accounts = client.live.get('callAccounts');
  const connected = (['zoom', 'webex'] as const).filter((provider) => accounts[provider]);
  if (connected.length === 0) return null;
  return (
    <Group title="callAccounts.title" hint="callAccounts.hint">
      <ul role="list" class="settings-rows" aria-label={t('callAccounts.title')}>
        {connected.map((provider) => (
          <li key={provider} class="settings-row">
            <div class="settings-row-words">
              <p class="settings-row-name">{names[provider]}</p>
            </div>
            <AskFirst
              action={t('callAccounts.disconnect', { name: names[provider] })}
              button={t('callAccounts.disconnectDo')}
              hint={t('callAccounts.disconnectHint')}
              run={() => disconnectCallAccount(client, provider)}
            />
          </li>
        ))}
      </ul>
    </Group>
  );
}

/** Active sessions, each of which can be ended. */
function SessionList() {
  const client = useClient();
  const { value: sessions, reason, load } = useFetched(() => fetchSessions(client));
  const [refused, setRefused] = useState<ApiFailure>();
  const end = async (ending: Promise<ApiFailure | undefined>) => {
    setRefused(await ending);
    await load();
  };
  const others = (sessions ?? []).filter((one) => !one.is_current);
  return (
    <Group title="settings.sessions">
      {sessions === undefined && reason === undefined && <Skeleton kind="row" rows={2} />}
      <ul role="list" class="settings-rows">
        {sessions?.map((one) => (
          <SessionRow key={one.id} session={one} onEnd={() => void end(endSessions(client, [one.id]))} />
        ))}
      </ul>
      <ErrorLine reason={refused === undefined ? reason : failureText(refused)} />
      {others.length > 1 && (
        <div class="settings-actions">
          <Button kind="danger" onClick={() => void end(endOtherSessions(client))}>
            {t('settings.sessionEndOthers')}
          </Button>
        </div>
      )}
    </Group>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { live } = useClient();
  const when = toDay(session.last_seen_at, Date.now() / 1000, getClock(live));
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{browserName(session.user_agent)}</p>
        <p class="settings-row-about">
          {joinFacts([
            session.is_current ? t('settings.sessionHere') : t('settings.sessionSeen', { when }),
            session.ip_address,
          ])}
        </p>
      </div>
      {!session.is_current && <Button onClick={onEnd}>{t('settings.sessionEnd')}</Button>}
    </li>
  );
}
