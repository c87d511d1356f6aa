import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../../../connection/api.ts';
import { fetchApiKey, renewApiKey } from '../../../../actions/settings.ts';
import { configFile } from '../../../../view/settings/bot-list.ts';
import { t } from '../../../../view/text/text.ts';
import type { SaveState } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { AskFirst } from '../base/ask-first.tsx';
import { KeyTools } from '../base/key-tools.tsx';
import { Group } from '../base/sections.tsx';
import { CurrentPassword, SecondFactorCode, SubmitForm } from '../base/submit-form.tsx';

const isCodeMissing = (failure: ApiFailure): boolean =>
  failure.kind === 'refused' && failure.code === 'TWO_FACTOR_REQUIRED';

/** Requires the password. */
export function ApiKey() {
  const client = useClient();
  const [password, setPassword] = useState('');
  /** Undefined until the server asks for a code. */
  const [code, setCode] = useState<string>();
  const [key, setKey] = useState<string>();
  const email = client.live.get('own').delivery_email;
  const [state, setState] = useState<SaveState>('idle');
  const show = async () => {
    setState('saving');
    const { value: fetched, failure } = await fetchApiKey(client, password, code);
    if (failure !== undefined && isCodeMissing(failure)) {
      setCode('');
      setState('idle');
      return;
    }
    setPassword('');
    setCode(undefined);
    setState(failure === undefined ? 'idle' : { error: failureText(failure) });
    setKey(fetched);
  };
  const renew = async (): Promise<ApiFailure | undefined> => {
    const { value: renewed, failure } = await renewApiKey(client);
    if (failure === undefined) setKey(renewed);
    return failure;
  };
  return (
    <Group title="settings.apiKey" hint="settings.apiKeyHint">
      {key === undefined ? (
        <SubmitForm
          label={t('settings.apiKeyShow')}
          isIncomplete={password === ''}
          isBusy={state === 'saving'}
          onSubmit={show}
        >
          <CurrentPassword value={password} onInput={setPassword} save={state} />
          {code !== undefined && (
            <SecondFactorCode hint={t('twoFactor.codeHint')} value={code} onInput={setCode} />
          )}
        </SubmitForm>
      ) : (
        <>
          <KeyTools apiKey={key} file={configFile(email, { api_key: key }, window.location.origin)} />
          <AskFirst action={t('settings.apiKeyNew')} hint={t('settings.apiKeyNewHint')} run={renew} />
        </>
      )}
      <p class="settings-hint">
        <a href="/api/docs" target="_blank" rel="noopener">
          {t('settings.apiDocs')}
        </a>
      </p>
    </Group>
  );
}
