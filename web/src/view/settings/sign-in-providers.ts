/** Forms of sign-in providers: which settings each kind has, and how they are written in fields. */
import type { StoredProviderKind } from '../../../../wire/sign-in-providers.ts';
import { getKeys } from '../../store/base/objects.ts';
import type { TextKey } from '../text/text.ts';

export type ProviderField = {
  /** Name of the setting. */
  name: string;
  label: TextKey;
  hint?: TextKey;
  /** `pairs` has a line for each entry of a table; `choice` is one of `options`; the others are text. */
  form: 'text' | 'area' | 'pairs' | 'switch' | 'number' | 'choice';
  isRequired?: true;
  /** Set for a switch that is on by default. */
  isOn?: true;
  options?: readonly { value: string; text: TextKey }[];
};

/** The input, by name of the setting; switches are `on` or `off`. */
export type ProviderValues = Readonly<Record<string, string>>;

const text = (name: string, label: TextKey, more: Partial<ProviderField> = {}): ProviderField => ({
  name,
  label,
  form: 'text',
  ...more,
});
const required = (name: string, label: TextKey, more: Partial<ProviderField> = {}): ProviderField =>
  text(name, label, { isRequired: true, ...more });

const displayName = text('name', 'signInProviders.displayName');
const newAccounts = text('new_accounts', 'signInProviders.newAccounts', {
  form: 'choice',
  options: [
    { value: 'invited', text: 'signInProviders.newInvited' },
    { value: 'on', text: 'signInProviders.newOn' },
    { value: 'off', text: 'signInProviders.newOff' },
  ],
});
const rules: readonly ProviderField[] = [
  text('groups', 'signInProviders.groups', { form: 'pairs', hint: 'signInProviders.groupsHint' }),
  text('roles', 'signInProviders.roles', { form: 'pairs', hint: 'signInProviders.rolesHint' }),
];
const client = required('client_id', 'signInProviders.clientId');
const claims: readonly ProviderField[] = [
  text('trust_email', 'signInProviders.trustEmail', { form: 'switch' }),
  newAccounts,
  text('groups_claim', 'signInProviders.groupsClaim'),
  ...rules,
];
const ready: readonly ProviderField[] = [displayName, client, newAccounts];

export const providerFields: Readonly<Record<StoredProviderKind, readonly ProviderField[]>> = {
  oidc: [displayName, required('issuer', 'signInProviders.issuer'), client, ...claims],
  google: ready,
  github: [displayName, client, text('issuer', 'signInProviders.ownInstance'), newAccounts],
  gitlab: [displayName, client, text('issuer', 'signInProviders.ownInstance'), newAccounts],
  apple: [
    displayName,
    client,
    required('team_id', 'signInProviders.teamId'),
    required('key_id', 'signInProviders.keyId'),
    newAccounts,
  ],
  entra: [displayName, required('tenant', 'signInProviders.tenant'), client, ...claims],
  saml: [
    displayName,
    required('entity_id', 'signInProviders.entityId'),
    required('url', 'signInProviders.samlUrl'),
    text('slo_url', 'signInProviders.sloUrl'),
    required('certificate', 'signInProviders.certificate', { form: 'area' }),
    text('metadata_url', 'signInProviders.metadataUrl'),
    text('idp_initiated', 'signInProviders.idpInitiated', { form: 'switch' }),
    text('email_attribute', 'signInProviders.emailAttribute'),
    text('name_attribute', 'signInProviders.nameAttribute'),
    newAccounts,
    text('groups_attribute', 'signInProviders.groupsAttribute'),
    ...rules,
  ],
  ldap: [
    required('url', 'signInProviders.ldapUrl'),
    text('start_tls', 'signInProviders.startTls', { form: 'switch', isOn: true }),
    text('ca_certificate', 'signInProviders.caCertificate', { form: 'area' }),
    text('bind_dn', 'signInProviders.bindDn'),
    required('search_base', 'signInProviders.searchBase'),
    text('filter', 'signInProviders.filter'),
    text('email_attribute', 'signInProviders.emailAttribute'),
    text('name_attribute', 'signInProviders.nameAttribute'),
    text('avatar_attribute', 'signInProviders.avatarAttribute'),
    text('new_accounts', 'signInProviders.ldapNewAccounts', { form: 'switch', isOn: true }),
    text('trust_email', 'signInProviders.ldapTrustEmail', {
      form: 'choice',
      options: [
        { value: 'off', text: 'signInProviders.trustNobody' },
        { value: 'members', text: 'signInProviders.trustMembers' },
        { value: 'everyone', text: 'signInProviders.trustEveryone' },
      ],
    }),
    text('groups_attribute', 'signInProviders.groupsAttribute'),
    text('group_base', 'signInProviders.groupBase'),
    ...rules,
    text('sync_hours', 'signInProviders.syncHours', { form: 'number' }),
  ],
  jwt: [
    text('public_key', 'signInProviders.publicKey', { form: 'area' }),
    text('issuer', 'signInProviders.jwtIssuer'),
    text('audience', 'signInProviders.audience'),
    text('require_expiry', 'signInProviders.requireExpiry', { form: 'switch' }),
    newAccounts,
  ],
};

export const providerKinds = getKeys(providerFields);

/** Display name, for kinds that are not named after a service. */
export const kindNames: Readonly<Record<StoredProviderKind, string>> = {
  oidc: 'OpenID Connect',
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  apple: 'Apple',
  entra: 'Microsoft Entra',
  saml: 'SAML 2.0',
  ldap: 'LDAP, Active Directory',
  jwt: 'JSON web tokens (JWT)',
};

/** Label of the secret of a kind; SAML has none. */
export const secretLabels: Readonly<Partial<Record<StoredProviderKind, TextKey>>> = {
  oidc: 'signInProviders.clientSecret',
  google: 'signInProviders.clientSecret',
  github: 'signInProviders.clientSecret',
  gitlab: 'signInProviders.clientSecret',
  apple: 'signInProviders.privateKey',
  entra: 'signInProviders.clientSecret',
  ldap: 'signInProviders.bindPassword',
  jwt: 'signInProviders.sharedSecret',
};

/** Whether the ID in URLs can be chosen: there is only one LDAP directory and one JWT issuer. */
export const hasSlug = (kind: StoredProviderKind): boolean => kind !== 'ldap' && kind !== 'jwt';

/** Default for a new one. */
export const usualSlug = (kind: StoredProviderKind): string => (kind === 'oidc' ? 'company' : kind);

export function toValues(
  kind: StoredProviderKind,
  settings: Readonly<Record<string, unknown>>,
): ProviderValues {
  return Object.fromEntries(
    providerFields[kind].map((field) => [field.name, toText(field, settings[field.name])]),
  );
}

function toText({ form, isOn, options }: ProviderField, value: unknown): string {
  if (form === 'pairs') return toLines(value);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (form === 'switch') return isOn === true ? 'on' : 'off';
  return options?.[0]?.value ?? '';
}

const toLines = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([theirs, ours]) => `${theirs} = ${String(ours)}`)
        .join('\n')
    : '';

/** @param before settings without a field are left unchanged */
export function toSettings(
  kind: StoredProviderKind,
  values: ProviderValues,
  before: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const typed = providerFields[kind].map((field): [string, unknown] => [
    field.name,
    fromText(field, (values[field.name] ?? '').trim()),
  ]);
  const all = Object.entries({ ...before, ...Object.fromEntries(typed) });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function fromText({ form }: ProviderField, value: string): unknown {
  if (value === '') return undefined;
  if (form === 'pairs') return fromLines(value);
  return form === 'number' ? Number(value) : value;
}

/**
 * The name on the left may contain `=` itself, as in LDAP: the last one with spaces around it separates, or else the
 * last one.
 */
function fromLines(value: string): Record<string, string> {
  const pairs = value
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const spaced = line.lastIndexOf(' = ');
      const at = spaced === -1 ? line.lastIndexOf('=') : spaced + 1;
      return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
  return Object.fromEntries(pairs) as Record<string, string>;
}

export const isComplete = (kind: StoredProviderKind, values: ProviderValues): boolean =>
  providerFields[kind].every(
    ({ name, isRequired }) => isRequired !== true || (values[name] ?? '').trim() !== '',
  );
