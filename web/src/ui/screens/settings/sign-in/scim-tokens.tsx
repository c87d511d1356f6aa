import { useEffect, useState } from 'preact/hooks';
import type { ScimToken } from '../../../../../../wire/scim.ts';
import { createScimToken, fetchScimTokens, revokeScimToken } from '../../../../actions/organization/scim.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { toDay } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { TextField, type SaveState } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { AskFirst } from '../base/ask-first.tsx';
import { Group } from '../base/sections.tsx';

/** Provisioning by an identity provider; for owners. */
export function ScimTokens() {
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
