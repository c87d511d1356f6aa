/**
 * Parses the `[remote_user]` and `[[jwt]]` tables of heddle.toml: a third party has authenticated people and vouches for their emails,
 * a proxy in front of this server with a header, or a program with a signed token.
 */
import { type KeyObject, createPublicKey, createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SignInProvider } from './oidc-config.ts';
import { isObject } from '../objects.ts';
import { errorMessage } from '../thrown.ts';
import {
  choice,
  common,
  type Field,
  findTableProblems,
  isText,
  readTable,
  type Table,
  text,
  type ProviderFields,
} from './tables.ts';

export interface RemoteUserSettings {
  /** Name in lower case. */
  header: string;
  /** Header with the full name, if the proxy sends it. */
  nameHeader: string | undefined;
  /** Appended to user names that are no email addresses. */
  domain: string | undefined;
}

export interface JwtSettings {
  key: KeyObject;
  /** Only algorithms that match the key. */
  algorithms: readonly string[];
  issuer: string | undefined;
  audience: string | undefined;
  /** Whether tokens without an expiry are refused. */
  requiresExpiry: boolean;
}

const header = text(
  'the name of a header that the proxy sets',
  (value) => /^[A-Za-z0-9-]{1,64}$/.test(value) && !/^(?:cookie|host|x-forwarded-.+)$/i.test(value),
);

const remoteUserFields = {
  header,
  name_header: header,
  domain: text('a domain, such as example.com', (value) => /^[A-Za-z0-9.-]+$/.test(value)),
  name: common.name,
  organizations: common.organizations,
  new_accounts: common.new_accounts,
};

const algorithms: Field<string[]> = {
  expects: 'a list of algorithms, such as ["HS256"]',
  parse: (value) => (Array.isArray(value) && value.length > 0 && value.every(isText) ? value : undefined),
};

const path = text('a path');
/** Fields of the server's operator only: of the whole server, in files, or given separately by an organization. */
export const jwtOperatorFields = {
  secret: text('a secret'),
  secret_file: path,
  public_key_file: path,
  organizations: common.organizations,
};

/** Fields that the owners of an organization set too. */
const jwtOrganizationFields = {
  public_key: text('a public key in PEM'),
  algorithms,
  issuer: text('the "iss" that tokens must have'),
  audience: text('the "aud" that tokens must have'),
  require_expiry: choice('on', 'off'),
  new_accounts: common.new_accounts,
} satisfies ProviderFields;

const jwtFields = { ...jwtOperatorFields, ...jwtOrganizationFields };

type JwtValues = ReturnType<typeof readTable<typeof jwtFields>>;

interface Source {
  /** Path of the file, for messages. */
  path: string;
  /** Base of relative paths. */
  folder: string;
}

/** Used in the URL of sign-in by proxy. */
const remoteUserId = 'sso';

/** @param problems Problems are appended, one line each. */
export function parseRemoteUser(
  value: unknown,
  { path: file }: Source,
  problems: string[],
): SignInProvider[] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    problems.push(`remote_user in ${file} must be written as a [remote_user] table`);
    return [];
  }
  const wrong = findTableProblems(value, remoteUserFields);
  if (value.header === undefined) wrong.push('header is not set');
  problems.push(...wrong.map((one) => `[remote_user] in ${file}: ${one}`));
  if (wrong.length > 0) return [];
  const given = readTable(value, remoteUserFields);
  const remoteUser: RemoteUserSettings = {
    header: (given.header ?? '').toLowerCase(),
    nameHeader: given.name_header?.toLowerCase(),
    domain: given.domain,
  };
  const named = { id: remoteUserId, kind: 'remoteuser', name: given.name ?? 'SSO' } as const;
  return [{ ...getCommon(given), ...named, issuer: 'remote-user', remoteUser }];
}

/** @param problems Problems are appended, one line each, without secrets. */
export function parseJwt(value: unknown, source: Source, problems: string[]): SignInProvider[] {
  if (value !== undefined && !(Array.isArray(value) && value.every(isObject))) {
    problems.push(`jwt in ${source.path} must be written as [[jwt]] tables`);
    return [];
  }
  return (value ?? []).flatMap((table, i) => {
    const wrong: string[] = [];
    const provider = toJwtIssuer(table, source.folder, wrong);
    problems.push(...wrong.map((one) => `[[jwt]] number ${i + 1} in ${source.path}: ${one}`));
    return provider ?? [];
  });
}

/** @param wrong Problems are appended; if there are any, the result is undefined. */
export function toJwtIssuer(table: Table, folder: string, wrong: string[]): SignInProvider | undefined {
  wrong.push(...findTableProblems(table, jwtFields));
  const given = readTable(table, jwtFields);
  const jwt = wrong.length === 0 ? getJwtSettings(given, folder, wrong) : undefined;
  if (!jwt || wrong.length > 0) return undefined;
  return { ...getCommon(given), id: 'jwt', kind: 'jwt', name: 'JWT', issuer: 'jwt', jwt };
}

function getJwtSettings(given: JwtValues, folder: string, wrong: string[]): JwtSettings | undefined {
  const key = readKey(given, folder, wrong);
  if (!key) return undefined;
  const fitting = getAlgorithms(key);
  const chosen = given.algorithms ?? fitting.slice(0, 1);
  const unfit = chosen.filter((one) => !fitting.includes(one));
  if (unfit.length > 0 || fitting.length === 0)
    wrong.push(`algorithms must be among those of the key: ${fitting.join(', ') || 'it has none'}`);
  const { issuer, audience } = given;
  return { key, algorithms: chosen, issuer, audience, requiresExpiry: given.require_expiry === 'on' };
}

/** The length of the shortest hash: RFC 7518, section 3.2. */
const leastSecretBytes = 32;

function readKey(
  { secret, secret_file: secretFile, public_key: publicKey, public_key_file: publicKeyFile }: JwtValues,
  folder: string,
  wrong: string[],
): KeyObject | undefined {
  if ([secret, secretFile, publicKey, publicKeyFile].filter((one) => one !== undefined).length !== 1) {
    wrong.push('set one of secret, secret_file, public_key and public_key_file');
    return undefined;
  }
  try {
    if (publicKey?.includes('PRIVATE KEY') === true) throw new Error('it is a private key');
    if (publicKey !== undefined) return createPublicKey(publicKey);
    if (publicKeyFile !== undefined) return createPublicKey(readFileSync(resolve(folder, publicKeyFile)));
    const text = secret ?? readFileSync(resolve(folder, secretFile ?? ''), 'utf8').trim();
    // A public key is not secret: used for HMAC, anyone could sign with it.
    if (text.includes('-----BEGIN')) throw new Error('a key in PEM belongs into public_key_file');
    if (Buffer.byteLength(text) < leastSecretBytes) throw new Error('a secret needs at least 32 bytes');
    return createSecretKey(text, 'utf8');
  } catch (error) {
    wrong.push(`the key cannot be used: ${errorMessage(error)}`);
    return undefined;
  }
}

/** The algorithms for this key, the usual one first: the token must not choose another. */
function getAlgorithms({ type, asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string[] {
  if (type === 'secret') return ['HS256', 'HS384', 'HS512'];
  switch (asymmetricKeyType) {
    case 'rsa':
      return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
    case 'ec':
      return ecAlgorithms[asymmetricKeyDetails?.namedCurve ?? ''] ?? [];
    case 'ed25519':
      return ['EdDSA', 'Ed25519'];
    default:
      return [];
  }
}

const ecAlgorithms: Readonly<Record<string, string[]>> = {
  prime256v1: ['ES256'],
  secp384r1: ['ES384'],
  secp521r1: ['ES512'],
};

/** No groups, no roles, no sign-out: only the email is vouched for. */
const getCommon = ({
  organizations,
  new_accounts: newAccounts,
}: Pick<JwtValues, 'organizations' | 'new_accounts'>) => ({
  iconFile: undefined,
  organizations,
  newAccounts: newAccounts ?? 'invited',
  clientId: '',
  clientSecret: '',
  scopes: [],
  trustsEmail: true,
  signsOut: false,
  groupsClaim: '',
  groups: new Map(),
  roles: new Map(),
  teamId: '',
  keyId: '',
});
