import { useState } from 'preact/hooks';
import type { ApiKeyScope, NamedApiKey } from '../../../../../../wire/api-keys.ts';
import { createNamedKey, fetchNamedKeys, revokeNamedKey } from '../../../../actions/api-keys.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import {
  channelChoices,
  describeKey,
  expiryChoices,
  isOffered,
  longestName,
  scopeChoices,
  scopeName,
  withScope,
} from '../../../../view/settings/api-keys.ts';
import { configFile } from '../../../../view/settings/bot-list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Checkbox, Select, TextField } from '../../../kit/field.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from './ask-first.tsx';
import { ErrorLine } from './error-line.tsx';
import { KeyTools } from './key-tools.tsx';
import { Group } from './sections.tsx';
import { useFetched } from './use-fetched.ts';

type Props = {
  /** Email address of the owner of the keys. */
  email: string;
  /** Undefined for the user's own keys. */
  botId?: number;
};

/** API keys with a name, scopes and an expiry, each for one program. */
export function NamedKeys({ email, botId }: Props) {
  const client = useClient();
  const { value: keys, reason, load } = useFetched(() => fetchNamedKeys(client, botId), botId);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<string>();
  const create = async (params: Parameters<typeof createNamedKey>[2]): Promise<ApiFailure | undefined> => {
    const { value: key, failure } = await createNamedKey(client, botId, params);
    if (failure !== undefined) return failure;
    setMade(key);
    await load();
    return undefined;
  };
  return (
    <Group title="apiKeys.title" hint="apiKeys.hint">
      <ErrorLine reason={reason} />
      {made !== undefined && (
        <>
          <p class="settings-notice" role="status">
            {t('apiKeys.shownOnce')}
          </p>
          <KeyTools apiKey={made} file={configFile(email, { api_key: made }, window.location.origin)} />
        </>
      )}
      <ul role="list" class="settings-rows" aria-label={t('apiKeys.title')}>
        {keys?.map((key) => (
          <Row
            key={key.id}
            of={key}
            revoke={() => revokeNamedKey(client, botId, key.id ?? 0)}
            onRevoked={() => void load()}
          />
        ))}
      </ul>
      <div class="settings-actions">
        <Button onClick={() => setOpen(true)}>{t('apiKeys.add')}</Button>
      </div>
      {isOpen && <NewKey create={create} onClose={() => setOpen(false)} />}
    </Group>
  );
}

function Row({
  of,
  revoke,
  onRevoked,
}: {
  of: NamedApiKey;
  revoke: () => Promise<ApiFailure | undefined>;
  onRevoked: () => void;
}) {
  const { live } = useClient();
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{of.name}</p>
        <p class="settings-row-about">{describeKey(live, of, Date.now() / 1000)}</p>
      </div>
      <AskFirst
        action={t('apiKeys.revokeName', { name: of.name })}
        button={t('apiKeys.revoke')}
        hint={t('apiKeys.revokeHint')}
        run={revoke}
        onDone={onRevoked}
      />
    </li>
  );
}

function NewKey({
  create,
  onClose,
}: {
  create: (params: Parameters<typeof createNamedKey>[2]) => Promise<ApiFailure | undefined>;
  onClose: () => void;
}) {
  const { live } = useClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['read']);
  const [channelId, setChannelId] = useState(0);
  const [days, setDays] = useState(90);
  const isForChannel = scopes.every((scope) => scope === 'read' || scope === 'send');
  return (
    <FormDialog
      title={t('apiKeys.add')}
      action={t('apiKeys.create')}
      isComplete={name.trim() !== '' && scopes.length > 0}
      save={() =>
        create({
          name: name.trim(),
          scopes: [...scopes],
          ...(isForChannel && channelId !== 0 ? { channel_id: channelId } : {}),
          ...(days === 0 ? {} : { expires_in_days: days }),
        })
      }
      onClose={onClose}
    >
      <TextField
        label={t('lists.name')}
        hint={t('apiKeys.nameHint')}
        value={name}
        maxLength={longestName}
        onInput={setName}
      />
      <Scopes scopes={scopes} onChange={setScopes} />
      {isForChannel && (
        <Select
          label={t('apiKeys.channel')}
          value={channelId}
          options={channelChoices(live)}
          onChange={setChannelId}
        />
      )}
      <Select label={t('apiKeys.expiry')} value={days} options={expiryChoices()} onChange={setDays} />
    </FormDialog>
  );
}

type ScopesProps = { scopes: readonly ApiKeyScope[]; onChange: (scopes: readonly ApiKeyScope[]) => void };

function Scopes({ scopes, onChange }: ScopesProps) {
  return (
    <fieldset class="settings-choices">
      <legend class="field-label">{t('apiKeys.scopes')}</legend>
      {scopeChoices
        .filter((scope) => isOffered(scope, scopes))
        .map((scope) => (
          <Checkbox
            key={scope}
            label={scopeName(scope)}
            hint={t(`apiKeys.scopeHint.${scope}`)}
            isOn={scopes.includes(scope)}
            onChange={(isOn) => onChange(withScope(scopes, scope, isOn))}
          />
        ))}
    </fieldset>
  );
}
