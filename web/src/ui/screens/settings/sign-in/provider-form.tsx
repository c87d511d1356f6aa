import { useState } from 'preact/hooks';
import type { SignInProviderEntry, StoredProviderKind } from '../../../../../../wire/sign-in-providers.ts';
import {
  createSignInProvider,
  readSamlMetadata,
  updateSignInProvider,
} from '../../../../actions/organization/sign-in-providers.ts';
import {
  hasSlug,
  isComplete,
  kindNames,
  type ProviderField,
  providerFields,
  providerKinds,
  type ProviderValues,
  secretLabels,
  toSettings,
  toValues,
  usualSlug,
} from '../../../../view/settings/sign-in-providers.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select, Switch, TextField, type SaveState } from '../../../kit/field.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';

type Props = { provider: SignInProviderEntry | undefined; onClose: () => void };

/** Adds a sign-in provider, or changes one. */
export function ProviderForm({ provider, onClose }: Props) {
  const { kind, setKind, slug, setSlug, values, setValues, secret, setSecret, save } = useProvider(provider);
  return (
    <FormDialog
      title={provider ? t('signInProviders.editName', { name: provider.name }) : t('signInProviders.add')}
      action={t('common.save')}
      isComplete={isComplete(kind, values) && slug !== ''}
      save={save}
      onClose={onClose}
    >
      {provider === undefined && (
        <Select
          label={t('signInProviders.kind')}
          value={kind}
          options={providerKinds.map((one) => ({ value: one, text: kindNames[one] }))}
          onChange={setKind}
        />
      )}
      {provider === undefined && hasSlug(kind) && (
        <TextField
          label={t('signInProviders.slug')}
          hint={t('signInProviders.slugHint')}
          value={slug}
          maxLength={32}
          onInput={setSlug}
        />
      )}
      {kind === 'saml' && <Metadata onRead={(settings) => setValues(toKnown(settings, values))} />}
      {providerFields[kind].map((field) => (
        <Field
          key={`${kind} ${field.name}`}
          field={field}
          value={values[field.name] ?? ''}
          onInput={(value) => setValues({ [field.name]: value })}
        />
      ))}
      <Secret kind={kind} isStored={provider?.has_secret === true} value={secret} onInput={setSecret} />
    </FormDialog>
  );
}

/** What is in the form. A change of the kind starts over with the defaults of that kind. */
function useProvider(provider: SignInProviderEntry | undefined) {
  const client = useClient();
  const [kind, chooseKind] = useState<StoredProviderKind>(
    provider === undefined || provider.kind === 'remoteuser' ? 'oidc' : provider.kind,
  );
  const [slug, setSlug] = useState(provider?.slug ?? usualSlug(kind));
  const [values, replaceValues] = useState<ProviderValues>(toValues(kind, provider?.settings ?? {}));
  const [secret, setSecret] = useState('');
  const setKind = (chosen: StoredProviderKind) => {
    chooseKind(chosen);
    setSlug(usualSlug(chosen));
    replaceValues(toValues(chosen, {}));
  };
  const setValues = (changed: ProviderValues) => replaceValues((before) => ({ ...before, ...changed }));
  const save = () => {
    const settings = toSettings(kind, values, provider?.settings);
    const given = { settings, ...(secret !== '' && { secret }) };
    return provider
      ? updateSignInProvider(client, provider.slug, given)
      : createSignInProvider(client, { kind, slug, ...given });
  };
  return { kind, setKind, slug, setSlug, values, setValues, secret, setSecret, save };
}

/** The settings from the metadata for which the form has fields. */
const toKnown = (settings: Readonly<Record<string, unknown>>, values: ProviderValues): ProviderValues =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      name in values && typeof value === 'string' ? [[name, value]] : [],
    ),
  );

function Field({
  field: { label, hint, form, options = [] },
  value,
  onInput,
}: {
  field: ProviderField;
  value: string;
  onInput: (value: string) => void;
}) {
  const common = { label: t(label), ...(hint !== undefined && { hint: t(hint) }) };
  if (form === 'switch')
    return <Switch {...common} isOn={value === 'on'} onChange={(isOn) => onInput(isOn ? 'on' : 'off')} />;
  if (form === 'choice') {
    const texts = options.map((one) => ({ value: one.value, text: t(one.text) }));
    return <Select {...common} value={value} options={texts} onChange={onInput} />;
  }
  const rows = form === 'area' ? 4 : form === 'pairs' ? 3 : 1;
  const type = form === 'number' ? 'number' : 'text';
  return <TextField {...common} value={value} onInput={onInput} rows={rows} type={type} />;
}

/** The stored secret is never shown; an empty field keeps it. */
function Secret({
  kind,
  isStored,
  value,
  onInput,
}: {
  kind: StoredProviderKind;
  isStored: boolean;
  value: string;
  onInput: (value: string) => void;
}) {
  const label = secretLabels[kind];
  if (label === undefined) return null;
  const hint = isStored ? { hint: t('signInProviders.secretKept') } : {};
  return kind === 'apple' ? (
    <TextField label={t(label)} {...hint} value={value} onInput={onInput} rows={4} />
  ) : (
    <TextField
      label={t(label)}
      {...hint}
      value={value}
      onInput={onInput}
      type="password"
      autoComplete="new-password"
    />
  );
}

/** Fills the form from the metadata of an identity provider, given as URL or XML. */
function Metadata({ onRead }: { onRead: (settings: Readonly<Record<string, unknown>>) => void }) {
  const client = useClient();
  const [source, setSource] = useState('');
  const [state, setState] = useState<SaveState>('idle');
  const read = async () => {
    setState('saving');
    const { value, failure } = await readSamlMetadata(client, source.trim());
    setState(failure === undefined ? 'idle' : { error: failureText(failure) });
    if (failure === undefined) onRead(value.settings);
  };
  return (
    <>
      <TextField
        label={t('signInProviders.metadata')}
        hint={t('signInProviders.metadataHint')}
        value={source}
        onInput={setSource}
        rows={2}
        save={state}
      />
      <div class="settings-actions">
        <Button disabled={source.trim() === ''} isBusy={state === 'saving'} onClick={() => void read()}>
          {t('signInProviders.metadataRead')}
        </Button>
      </div>
    </>
  );
}
