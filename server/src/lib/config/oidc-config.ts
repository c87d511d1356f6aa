/** Parses the `[[oidc]]` tables of heddle.toml: identity providers. Each is validated completely at start. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Role } from '../../../../wire/core.ts';
import { isPrivateHost } from '../net/addresses.ts';
import type { SamlSettings } from './saml-config.ts';
import type { JwtSettings, RemoteUserSettings } from './vouched-config.ts';
import { isObject } from '../objects.ts';
import { errorMessage } from '../thrown.ts';
import {
  choice,
  common,
  findTableProblems,
  readTable,
  type Table,
  text,
  texts,
  type ProviderFields,
} from './tables.ts';

const oidcKinds = ['oidc', 'google', 'github', 'gitlab', 'apple', 'entra'] as const;
type OidcKind = (typeof oidcKinds)[number];
export type ProviderKind = OidcKind | 'saml' | 'remoteuser' | 'jwt';

export interface SignInProvider {
  /** Used in URLs, unique in an organization. */
  id: string;
  /** Whether owners have configured it for their organization, instead of the server's operator. */
  isOfOrganization?: boolean;
  kind: ProviderKind;
  /** Shown on the button. */
  name: string;
  /** Absolute path of the button's picture. */
  iconFile: string | undefined;
  issuer: string;
  clientId: string;
  /** With Apple, the private key that signs secrets. */
  clientSecret: string;
  /** Subdomains of the organizations that offer it, '' for the root; all if not set. */
  organizations: readonly string[] | undefined;
  scopes: readonly string[];
  /** Whether an email counts as verified even if the provider does not say so. */
  trustsEmail: boolean;
  newAccounts: 'on' | 'invited' | 'off';
  /** Whether signing out here also ends the session at the provider. */
  signsOut: boolean;
  /** Name of the groups claim, or a path with dots. */
  groupsClaim: string;
  /** Group by group at the provider. */
  groups: ReadonlyMap<string, string>;
  /** Role by group at the provider. */
  roles: ReadonlyMap<string, Role>;
  /** Used by Apple only. */
  teamId: string;
  keyId: string;
  /** Set for the kind `saml`. */
  saml?: SamlSettings;
  /** Set for the kind `remoteuser`. */
  remoteUser?: RemoteUserSettings;
  /** Set for the kind `jwt`. */
  jwt?: JwtSettings;
}

interface Preset {
  name: string;
  issuer?: string;
  /** Required settings of this kind. */
  needs: readonly string[];
  scopes: readonly string[];
}

const standardScopes = ['openid', 'profile', 'email'];

const presets: Readonly<Record<OidcKind, Preset>> = {
  oidc: { name: 'Single sign-on', needs: ['id', 'issuer'], scopes: standardScopes },
  google: { name: 'Google', issuer: 'https://accounts.google.com', needs: [], scopes: standardScopes },
  github: { name: 'GitHub', issuer: 'https://github.com', needs: [], scopes: ['read:user', 'user:email'] },
  gitlab: { name: 'GitLab', issuer: 'https://gitlab.com', needs: [], scopes: standardScopes },
  apple: {
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    needs: ['team_id', 'key_id'],
    scopes: ['openid', 'name', 'email'],
  },
  entra: { name: 'Microsoft', needs: ['tenant'], scopes: standardScopes },
};

/** Fields of the server's operator only: of the whole server, in files, or given separately by an organization. */
export const oidcOperatorFields = {
  id: common.id,
  provider: choice(...oidcKinds),
  icon_file: common.icon_file,
  client_secret: text('a secret'),
  client_secret_file: text('a path'),
  organizations: common.organizations,
};

/** Fields that the owners of an organization set too. */
const organizationFields = {
  name: common.name,
  issuer: text('an https:// URL; http:// only on this machine or in a private network', isIssuer),
  tenant: text('the ID or domain of one tenant', (value) =>
    /^(?!common$|organizations$|consumers$)[A-Za-z0-9.-]+$/.test(value),
  ),
  client_id: text('the ID that the provider gave this server'),
  scopes: texts('a list of scopes'),
  trust_email: choice('on', 'off'),
  new_accounts: common.new_accounts,
  provider_sign_out: choice('on', 'off'),
  groups_claim: text('the name of a claim'),
  groups: common.groups,
  roles: common.roles,
  team_id: text('the team ID of the developer account'),
  key_id: text('the ID of the private key'),
} satisfies ProviderFields;

const fields = { ...oidcOperatorFields, ...organizationFields };

/** Plain http would send secrets and codes unencrypted: only allowed within a private network. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url?.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isPrivateHost(url.hostname));
}

/** Sources of the tables and of secrets. */
interface OidcSource {
  /** Path of the file, for messages. */
  path: string;
  /** Base of relative paths. */
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
}

const secretVariable = (id: string): string =>
  `HEDDLE_OIDC_${id.toUpperCase().replaceAll('-', '_')}_CLIENT_SECRET`;
/** Whether the name is that of a provider's secret, if there is such a provider. */
export const isSecretVariable = (name: string): boolean =>
  /^HEDDLE_OIDC_[A-Z0-9_]+_CLIENT_SECRET(?:_FILE)?$/.test(name);

/** @param problems Problems are appended, one line each, without secrets. */
export function parseProviders(value: unknown, source: OidcSource, problems: string[]): SignInProvider[] {
  if (value !== undefined && !(Array.isArray(value) && value.every(isObject))) {
    problems.push(`oidc in ${source.path} must be written as [[oidc]] tables`);
    return [];
  }
  const tables = value ?? [];
  const providers = tables.flatMap((table, i) => parseTable(table, i, source, problems) ?? []);
  const known = tables.flatMap((table) => getId(table) ?? []).map(secretVariable);
  for (const name of Object.keys(source.env))
    if (isSecretVariable(name) && !known.includes(name.replace(/_FILE$/, '')))
      problems.push(`${name} belongs to no provider in [[oidc]] of ${source.path}`);
  return providers;
}

function getId({ id, provider }: Table): string | undefined {
  if (typeof id === 'string') return id;
  return typeof provider === 'string' ? provider : undefined;
}

function parseTable(
  table: Table,
  index: number,
  source: OidcSource,
  problems: string[],
): SignInProvider | undefined {
  const name = `[[oidc]] ${getId(table) ?? `number ${index + 1}`} in ${source.path}`;
  const wrong = findOidcProblems(table);
  const secret = wrong.length === 0 ? findSecret(table, source, wrong) : '';
  problems.push(...wrong.map((one) => `${name}: ${one}`));
  return wrong.length === 0 ? toOidcProvider(table, source.folder, secret) : undefined;
}

/** One line for each invalid or missing setting, except for the secret. */
export function findOidcProblems(table: Table): string[] {
  const kind = fields.provider.parse(table.provider ?? 'oidc');
  const needs = ['client_id', ...(kind === undefined ? [] : presets[kind].needs)];
  return [
    ...findTableProblems(table, fields),
    ...needs.filter((key) => table[key] === undefined).map((key) => `${key} is not set`),
  ];
}

function findSecret(table: Table, { folder, env }: OidcSource, wrong: string[]): string {
  const variable = secretVariable(getId(table) ?? '');
  const { client_secret: secret, client_secret_file: file } = readTable(table, fields);
  const given = [
    env[variable] || undefined,
    readSecret('.', env[`${variable}_FILE`] || undefined, wrong),
    secret,
    readSecret(folder, file, wrong),
  ].filter((one) => one !== undefined);
  if (given.length === 0) wrong.push('client_secret is not set');
  if (given.length > 1) wrong.push('client_secret is set more than once');
  return given[0] ?? '';
}

function readSecret(folder: string, path: string | undefined, wrong: string[]): string | undefined {
  if (path === undefined) return undefined;
  try {
    const secret = readFileSync(resolve(folder, path), 'utf8').trim();
    if (secret === '') throw new Error('the file is empty');
    return secret;
  } catch (error) {
    wrong.push(`client_secret_file cannot be read: ${errorMessage(error)}`);
    return '';
  }
}

/** @param table Validated. */
export function toOidcProvider(table: Table, folder: string, clientSecret: string): SignInProvider {
  const given = readTable(table, fields);
  const kind = given.provider ?? 'oidc';
  const preset = presets[kind];
  const tenantIssuer = `https://login.microsoftonline.com/${given.tenant ?? ''}/v2.0`;
  return {
    id: given.id ?? kind,
    kind,
    name: given.name ?? preset.name,
    iconFile: given.icon_file === undefined ? undefined : resolve(folder, given.icon_file),
    issuer: given.issuer ?? preset.issuer ?? tenantIssuer,
    clientId: given.client_id ?? '',
    clientSecret,
    organizations: given.organizations,
    scopes: given.scopes ?? preset.scopes,
    trustsEmail: given.trust_email === 'on',
    newAccounts: given.new_accounts ?? 'invited',
    signsOut: given.provider_sign_out !== 'off',
    groupsClaim: given.groups_claim ?? 'groups',
    groups: given.groups ?? new Map(),
    roles: given.roles ?? new Map(),
    teamId: given.team_id ?? '',
    keyId: given.key_id ?? '',
  };
}
