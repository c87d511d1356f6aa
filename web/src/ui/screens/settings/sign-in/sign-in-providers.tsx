import { useState } from 'preact/hooks';
import type { ProviderTestStep, SignInProviderEntry } from '../../../../../../wire/sign-in-providers.ts';
import {
  deleteSignInProvider,
  fetchSignInProviders,
  testSignInProvider,
  updateSignInProvider,
} from '../../../../actions/organization/sign-in-providers.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { kindNames } from '../../../../view/settings/sign-in-providers.ts';
import { joinFacts } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { AskFirst } from '../base/ask-first.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import { useFetched } from '../base/use-fetched.ts';
import { ProviderForm } from './provider-form.tsx';
import './sign-in-providers.css';

/** Sign-in methods other than passwords; for owners. */
export function SignInProviders() {
  const client = useClient();
  return isOwner(client.live) ? <Providers /> : <p class="settings-notice">{t('signInProviders.owners')}</p>;
}

function Providers() {
  const client = useClient();
  const { value: providers, reason, load } = useFetched(() => fetchSignInProviders(client));
  const [open, setOpen] = useState<SignInProviderEntry | 'new'>();
  return (
    <Group title="signInProviders.title" hint="signInProviders.hint">
      <ErrorLine reason={reason} />
      {providers?.length === 0 && <p class="settings-hint">{t('signInProviders.none')}</p>}
      <ul role="list" class="settings-rows" aria-label={t('signInProviders.title')}>
        {providers?.map((provider) => (
          <Row key={provider.slug} provider={provider} onEdit={() => setOpen(provider)} onChanged={load} />
        ))}
      </ul>
      <div class="settings-actions">
        <Button onClick={() => setOpen('new')}>{t('signInProviders.add')}</Button>
      </div>
      {open !== undefined && (
        <ProviderForm
          provider={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
            void load();
          }}
        />
      )}
    </Group>
  );
}

type RowProps = {
  provider: SignInProviderEntry;
  onEdit: () => void;
  onChanged: () => Promise<void>;
};

function Row({ provider, onEdit, onChanged }: RowProps) {
  const client = useClient();
  const { slug, name, is_fixed: isFixed, is_enabled: isEnabled, problem } = provider;
  const [failure, setFailure] = useState<ApiFailure>();
  const toggle = async () => {
    setFailure(await updateSignInProvider(client, slug, { is_enabled: !isEnabled }));
    await onChanged();
  };
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{name}</p>
        <p class="settings-row-about">{describe(provider)}</p>
        {provider.redirect_uri !== null && (
          <p class="settings-row-about">
            {t('signInProviders.redirectUri')}: <code>{provider.redirect_uri}</code>
          </p>
        )}
        {problem !== null && <p class="settings-error">{problem}</p>}
        <ErrorLine reason={failure && failureText(failure)} />
      </div>
      {!isFixed && (
        <>
          <Button aria-label={t('signInProviders.editName', { name })} onClick={onEdit}>
            {t('signInProviders.edit')}
          </Button>
          <Button onClick={() => void toggle()}>
            {t(isEnabled ? 'signInProviders.disable' : 'signInProviders.enable')}
          </Button>
          <AskFirst
            action={t('signInProviders.removeName', { name })}
            button={t('lists.remove')}
            hint={t('signInProviders.removeHint')}
            run={() => deleteSignInProvider(client, slug)}
            onDone={() => void onChanged()}
          />
        </>
      )}
      <Test provider={provider} />
    </li>
  );
}

function describe({ kind, slug, is_fixed: isFixed, is_enabled: isEnabled }: SignInProviderEntry): string {
  const kindName = kind === 'remoteuser' ? 'SSO' : kindNames[kind];
  return joinFacts([
    kindName,
    slug,
    isFixed && t('signInProviders.fixed'),
    !isEnabled && t('signInProviders.off'),
  ]);
}

/** Tests the provider, and shows each step. */
function Test({ provider: { slug, name } }: { provider: SignInProviderEntry }) {
  const client = useClient();
  const [steps, setSteps] = useState<readonly ProviderTestStep[]>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    const tested = await testSignInProvider(client, slug);
    setBusy(false);
    setFailure(tested.failure);
    setSteps(tested.value);
  };
  return (
    <>
      <Button aria-label={t('signInProviders.testName', { name })} isBusy={isBusy} onClick={() => void run()}>
        {t('signInProviders.test')}
      </Button>
      <ErrorLine reason={failure && failureText(failure)} />
      {steps && (
        <ol class="provider-test" role="status" aria-label={t('signInProviders.testName', { name })}>
          {steps.map((step) => (
            <li key={`${step.name} ${step.text}`} class={`provider-test-${step.state}`}>
              <strong>{t(`signInProviders.state.${step.state}`)}</strong> {step.text}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
