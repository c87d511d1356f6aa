import { useState } from 'preact/hooks';
import {
  fetchPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  storePasskey,
  type Passkey,
} from '../../../../actions/passkeys.ts';
import { browserName } from '../../../../view/settings/browser-name.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { t } from '../../../../view/text/text.ts';
import { toDay } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { TextField, type SaveState } from '../../../kit/field.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { AskFirst } from '../base/ask-first.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import { CurrentPassword, SubmitForm } from '../base/submit-form.tsx';
import { useFetched } from '../base/use-fetched.ts';
import type { AddPasskeyParams, PasskeyChallengeResponse } from '../../../../../../wire/passkeys.ts';

type Props = {
  /** Recovery codes, which come with the first second factor. */
  onChange: (codes: readonly string[]) => void;
};

/** The passkeys of the account, and a button to add one. */
export function Passkeys({ onChange }: Props) {
  const client = useClient();
  const { value: passkeys, reason, load } = useFetched(() => fetchPasskeys(client));
  const take = (codes: readonly string[]) => {
    void load();
    onChange(codes);
  };
  return (
    <Group title="passkeys.title" hint="passkeys.hint">
      <ErrorLine reason={reason} />
      <ul role="list" class="settings-rows" aria-label={t('passkeys.title')}>
        {passkeys?.map((one) => (
          <Row key={one.id} passkey={one} onRenamed={() => void load()} onRemoved={() => take([])} />
        ))}
      </ul>
      {hasPasskeys() ? <Add onAdded={take} /> : <p class="settings-hint">{t('passkeys.none')}</p>}
    </Group>
  );
}

function Add({ onAdded }: { onAdded: (codes: readonly string[]) => void }) {
  const client = useClient();
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const [password, setPassword] = useState('');
  const [state, setState] = useState<SaveState>('idle');
  /** @returns the reason of a failure */
  const add = async (): Promise<string | undefined> => {
    const asked = await startPasskey(client, password);
    if (asked.failure !== undefined) return failureText(asked.failure);
    const created = await createPasskey(asked.value);
    if (created === undefined) return t('passkeys.cancelled');
    const stored = await storePasskey(client, { state: asked.value.state, name, ...created });
    if (stored.failure !== undefined) return failureText(stored.failure);
    setPassword('');
    onAdded(stored.value);
    return undefined;
  };
  const submit = async () => {
    setState('saving');
    const error = await add();
    setState(error === undefined ? 'saved' : { error });
  };
  return (
    <SubmitForm
      label={t('passkeys.add')}
      isIncomplete={password === '' || name.trim() === ''}
      isBusy={state === 'saving'}
      onSubmit={submit}
    >
      <TextField label={t('passkeys.name')} value={name} onInput={setName} maxLength={60} />
      <CurrentPassword value={password} onInput={setPassword} save={state} />
    </SubmitForm>
  );
}

type RowProps = { passkey: Passkey; onRenamed: () => void; onRemoved: () => void };

function Row({ passkey, onRenamed, onRemoved }: RowProps) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [newName, setNewName] = useState<string>();
  const { id, name, last_used_at: usedAt } = passkey;
  const when = usedAt === null ? '' : toDay(usedAt, Date.now() / 1000, getClock(client.live));
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{name}</p>
        <p class="settings-row-about">
          {usedAt === null ? t('passkeys.unused') : t('settings.sessionSeen', { when })}
        </p>
      </div>
      <Button aria-label={t('passkeys.rename', { name })} onClick={() => setNewName(name)}>
        {t('passkeys.renameDo')}
      </Button>
      {newName !== undefined && (
        <FormDialog
          title={t('passkeys.rename', { name })}
          action={t('passkeys.renameDo')}
          isComplete={newName.trim() !== ''}
          save={async () => {
            const failure = await renamePasskey(client, id, newName.trim());
            if (failure === undefined) onRenamed();
            return failure;
          }}
          onClose={() => setNewName(undefined)}
        >
          <TextField label={t('passkeys.name')} value={newName} onInput={setNewName} maxLength={60} />
        </FormDialog>
      )}
      <AskFirst
        action={t('passkeys.remove', { name })}
        button={t('lists.remove')}
        hint={t('passkeys.removeHint')}
        run={() => removePasskey(client, id, password)}
        onDone={onRemoved}
      >
        <CurrentPassword value={password} onInput={setPassword} />
      </AskFirst>
    </li>
  );
}

// Creates passkeys by the browser.

const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

type Created = Omit<AddPasskeyParams, 'state' | 'name'>;

/** @returns undefined if it was cancelled or failed */
async function createPasskey(asked: PasskeyChallengeResponse): Promise<Created | undefined> {
  const response = await navigator.credentials
    .create({
      publicKey: {
        challenge: decode(asked.challenge),
        rp: { id: asked.rp_id, name: asked.rp_name },
        user: { id: decode(asked.user_handle), name: asked.user_name, displayName: asked.user_name },
        pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: asked.exclude.map((id) => ({ type: 'public-key', id: decode(id) })),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      },
    })
    // The browser does not report enough to distinguish an error from a cancellation.
    .catch(() => null);
  const made = response instanceof PublicKeyCredential ? response.response : undefined;
  if (!(made instanceof AuthenticatorAttestationResponse)) return undefined;
  const publicKey = made.getPublicKey();
  if (publicKey === null) return undefined;
  return {
    client_data: encode(made.clientDataJSON),
    authenticator_data: encode(made.getAuthenticatorData()),
    public_key: encode(publicKey),
  };
}

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const encode = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
