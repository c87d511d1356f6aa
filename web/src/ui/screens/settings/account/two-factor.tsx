import { useState } from 'preact/hooks';
import type { GetTwoFactorResponse, StartTwoFactorResponse } from '../../../../../../wire/two-factor.ts';
import {
  confirmTwoFactor,
  fetchTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from '../../../../actions/two-factor.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { t } from '../../../../view/text/text.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { Button } from '../../../kit/button.tsx';
import type { SaveState } from '../../../kit/field.tsx';
import { saveFile } from '../../../kit/save-file.ts';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import { CurrentPassword, SecondFactorCode, SubmitForm } from '../base/submit-form.tsx';
import { useFetched } from '../base/use-fetched.ts';
import { Passkeys } from './passkeys.tsx';

/** Two-factor authentication of the account: off, being set up, or on. */
export function TwoFactor() {
  const client = useClient();
  const { value: found, reason, load } = useFetched(() => fetchTwoFactor(client));
  const [codes, setCodes] = useState<readonly string[]>();
  /** Only the first second factor comes with recovery codes. */
  const show: OnCodes = (made) => {
    if (made.length > 0) setCodes(made);
    void load();
  };
  const finish = () => {
    setCodes(undefined);
    void load();
  };
  return (
    <>
      <Group title="twoFactor.title" hint="twoFactor.hint">
        {found === undefined && reason === undefined && <Skeleton kind="row" rows={1} />}
        <ErrorLine reason={reason} />
        {found !== undefined && <Requirement from={found.required_from} />}
        {codes !== undefined && <RecoveryCodes codes={codes} onDone={finish} />}
        {codes === undefined && found?.is_on === true && (
          <TurnedOn found={found} onCodes={setCodes} onOff={() => void load()} />
        )}
        {codes === undefined && found?.has_app === false && <SetUp onCodes={show} />}
      </Group>
      <Passkeys onChange={show} />
    </>
  );
}

function Requirement({ from }: { from: number | null }) {
  const { live } = useClient();
  if (from === null) return null;
  const isPast = from * 1000 <= Date.now();
  const when = getFullTime(from, getClock(live));
  return (
    <p class="settings-hint">{isPast ? t('twoFactor.required') : t('twoFactor.requiredFrom', { when })}</p>
  );
}

type OnCodes = (codes: readonly string[]) => void;

function SetUp({ onCodes }: { onCodes: OnCodes }) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [started, setStarted] = useState<StartTwoFactorResponse>();
  const [state, setState] = useState<SaveState>('idle');
  const start = async () => {
    setState('saving');
    const { value, failure } = await startTwoFactor(client, password);
    setPassword('');
    setState(failure === undefined ? 'idle' : { error: failureText(failure) });
    setStarted(value);
  };
  if (started !== undefined) return <Scan started={started} onCodes={onCodes} />;
  return (
    <SubmitForm
      label={t('twoFactor.setUp')}
      isIncomplete={password === ''}
      isBusy={state === 'saving'}
      onSubmit={start}
    >
      <CurrentPassword value={password} onInput={setPassword} save={state} />
    </SubmitForm>
  );
}

function Scan({ started, onCodes }: { started: StartTwoFactorResponse; onCodes: OnCodes }) {
  const client = useClient();
  const [code, setCode] = useState('');
  const [state, setState] = useState<SaveState>('idle');
  const confirm = async () => {
    setState('saving');
    const { value, failure } = await confirmTwoFactor(client, started.setup, code);
    setState(failure === undefined ? 'idle' : { error: failureText(failure) });
    if (failure === undefined) onCodes(value.recovery_codes);
  };
  return (
    <SubmitForm
      label={t('twoFactor.turnOn')}
      kind="primary"
      isIncomplete={code === ''}
      isBusy={state === 'saving'}
      onSubmit={confirm}
    >
      <p>{t('twoFactor.scan')}</p>
      <img
        width={208}
        height={208}
        alt={t('twoFactor.picture')}
        src={`data:image/svg+xml,${encodeURIComponent(started.qr_code)}`}
      />
      <p class="settings-hint">{t('twoFactor.key')}</p>
      <code class="settings-code">{started.secret.match(/.{1,4}/g)?.join(' ')}</code>
      <SecondFactorCode value={code} onInput={setCode} save={state} />
    </SubmitForm>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div class="settings-form">
      <p role="status">{t('twoFactor.codes')}</p>
      <ul role="list" class="settings-recovery">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="settings-actions">
        <Button onClick={() => saveFile('recovery-codes.txt', `${codes.join('\n')}\n`)}>
          {t('twoFactor.codesSave')}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t('twoFactor.codesDone')}
        </Button>
      </div>
    </div>
  );
}

type TurnedOnProps = { found: GetTwoFactorResponse; onCodes: OnCodes; onOff: () => void };

function TurnedOn({ found, onCodes, onOff }: TurnedOnProps) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [state, setState] = useState<SaveState>('idle');
  const proof = { password, code };
  const isIncomplete = password === '' || code === '';
  /** @returns whether it succeeded */
  const end = (failure: ApiFailure | undefined): boolean => {
    setState(failure === undefined ? 'idle' : { error: failureText(failure) });
    return failure === undefined;
  };
  const renew = async () => {
    setState('saving');
    const { value, failure } = await renewRecoveryCodes(client, proof);
    end(failure);
    if (failure === undefined) onCodes(value.recovery_codes);
  };
  const turnOff = async () => {
    setState('saving');
    if (end(await removeTwoFactor(client, proof))) onOff();
  };
  return (
    <div class="settings-form">
      <p>{t('twoFactor.on', { count: found.recovery_codes_left })}</p>
      <CurrentPassword value={password} onInput={setPassword} />
      <SecondFactorCode hint={t('twoFactor.codeHint')} value={code} onInput={setCode} save={state} />
      <div class="settings-actions">
        <Button isBusy={state === 'saving'} disabled={isIncomplete} onClick={() => void renew()}>
          {t('twoFactor.renew')}
        </Button>
        {found.has_app && (
          <Button
            kind="danger"
            isBusy={state === 'saving'}
            disabled={isIncomplete}
            onClick={() => void turnOff()}
          >
            {t('twoFactor.turnOff')}
          </Button>
        )}
      </div>
    </div>
  );
}
