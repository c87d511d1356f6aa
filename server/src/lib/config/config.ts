/**
 * Loads the settings of a server: flags override HEDDLE_* variables, which override heddle.toml in the data folder, which overrides the
 * default. This file is the only reader of process.env.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { describeUnreadable } from './data-folder.ts';
import { formats, isServiceUrl, nameTlsMode, withoutUserInfo } from './config-formats.ts';
import { parseLdapRules } from './ldap-tables.ts';
import { isSecretVariable, parseProviders, type SignInProvider } from './oidc-config.ts';
import { parseSamlProviders } from './saml-config.ts';
import { parseJwt, parseRemoteUser } from './vouched-config.ts';
import {
  configKeys,
  envName,
  fileKey,
  flagName,
  isSecret,
  secretFileKeys,
  storageKeys,
  fits,
  getSetting,
  isSwitch,
  type Config,
  type ConfigKey,
  type Settings,
  type Source,
} from './config-schema.ts';
import { errorCode } from '../thrown.ts';

export { configFlags, type Config } from './config-schema.ts';

/** All problems of the configuration, one line each, with the source of each value and without secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** One source of settings. */
interface Layer {
  source: Source;
  get(key: string): unknown;
  getName(key: string): string;
  /** Whether all values are strings, including numbers. */
  isText: boolean;
  /** Base of relative paths. */
  folder: string;
}

/**
 * Loads the configuration from all sources.
 * @param flags As parsed by commander, with camelCase keys; keys that are no setting are ignored.
 * @throws ConfigError with all problems.
 */
export function loadConfig(
  flags: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const problems = [...unknownVariables(env), ...emptyStorage(env)];
  const above = [flagLayer(flags), envLayer(env)];
  const values: Record<string, unknown> = {};
  const sources: Record<string, Source> = {};
  const settle = (key: ConfigKey, layers: readonly Layer[]) => {
    const found = find(key, layers, problems);
    sources[key] = found?.source ?? 'default';
    const value = found ? checked(key, found, problems) : getSetting(key).default;
    if (value !== undefined) values[key] = value;
    return value;
  };
  const folder = settle('data', above);
  const data = resolve(typeof folder === 'string' ? folder : '.');
  values.data = data;
  const path = join(data, 'heddle.toml');
  const entries = new Map(Object.entries(readToml(path, problems)));
  const oidc = [
    ...parseProviders(entries.get('oidc'), { path, folder: data, env }, problems),
    ...parseSamlProviders(entries.get('saml'), { path, folder: data }, problems),
    ...parseRemoteUser(entries.get('remote_user'), { path, folder: data }, problems),
  ];
  const jwt = parseJwt(entries.get('jwt'), { path, folder: data }, problems);
  const ldapRules = parseLdapRules(entries, path, problems);
  problems.push(...sameIds(oidc, path));
  const layers = [...above, fileLayer(data, path, entries, problems)];
  for (const key of configKeys) if (key !== 'data') settle(key, layers);
  problems.push(...incomplete(values, (key) => sources[key] !== 'default'));
  if (entries.has('remote_user') && sources.trustedProxies === 'default')
    problems.push('remote_user needs trusted_proxies, which is not set: anyone could send the header');
  if (problems.length > 0) throw new ConfigError(problems);
  if (typeof values.databaseUrl === 'string') values.databaseUrl = nameTlsMode(values.databaseUrl);
  // Since there are no problems, each key has a value that fits its schema.
  return { ...(values as Settings), sources: sources as Config['sources'], oidc, jwt, ldapRules };
}

/** IDs are part of URLs, so they are unique across all kinds of providers. */
const sameIds = (providers: readonly SignInProvider[], path: string): string[] =>
  providers
    .filter(({ id }, i) => providers.findIndex((other) => other.id === id) !== i)
    .map(({ id }) => `${path}: two providers have the id ${id}`);

/** The settings of one service: each requires the next, and the last one the first. */
const callNeeds = [
  ['zoomClientId', 'zoomClientSecret'],
  ['zoomClientSecret', 'zoomClientId'],
  ['zoomAccountId', 'zoomClientId'],
  ['zoomSecretToken', 'zoomClientId'],
  ['webexClientId', 'webexClientSecret'],
  ['webexClientSecret', 'webexClientId'],
  ['bigBlueButtonUrl', 'bigBlueButtonSecret'],
  ['bigBlueButtonSecret', 'bigBlueButtonUrl'],
  ['nextcloudUrl', 'nextcloudTalkUser'],
  ['nextcloudTalkUser', 'nextcloudTalkPassword'],
  ['nextcloudTalkPassword', 'nextcloudUrl'],
  ['constructorGroupsUrl', 'constructorGroupsAccessKey'],
  ['constructorGroupsAccessKey', 'constructorGroupsSecretKey'],
  ['constructorGroupsSecretKey', 'constructorGroupsUrl'],
] as const;

/** Settings that require another one. One with an invalid value is a problem of its own, and not missing. */
function incomplete(values: Readonly<Record<string, unknown>>, isSet: (key: ConfigKey) => boolean): string[] {
  const needs = [
    ['ldapUrl', 'ldapSearchBase'],
    ['ldapBindDn', 'ldapBindPassword'],
    ['ldapBindPassword', 'ldapBindDn'],
    ['ldapGroupBase', 'ldapUrl'],
    ['ldapAvatarAttribute', 'ldapUrl'],
    ['s3AccessKeyId', 's3SecretAccessKey'],
    ['s3SecretAccessKey', 's3AccessKeyId'],
    // Otherwise files would silently be stored in the data folder.
    ['s3Endpoint', 's3Bucket'],
    ['s3AccessKeyId', 's3Bucket'],
    ...(values.filesShared === 'on' ? [['filesShared', 'filesDir'] as const] : []),
    ['backupS3AccessKeyId', 'backupS3SecretAccessKey'],
    ['backupS3SecretAccessKey', 'backupS3AccessKeyId'],
    ['aiUrl', 'aiModel'],
    ['aiModel', 'aiUrl'],
    ['aiApiKey', 'aiUrl'],
    ['transcriptUrl', 'transcriptModel'],
    ['transcriptModel', 'transcriptUrl'],
    ['transcriptApiKey', 'transcriptUrl'],
    ...callNeeds,
    ['smtpReceiverPort', 'mailReplies'],
    ['smtpReceiverCert', 'smtpReceiverKey'],
    ['smtpReceiverKey', 'smtpReceiverCert'],
    ['imapUrl', 'mailReplies'],
    ['tlsCert', 'tlsKey'],
    ['tlsKey', 'tlsCert'],
    ['tlsCert', 'baseUrl'],
    ['acmeEmail', 'baseUrl'],
    ['pushRelayUrl', 'pushRelayKey'],
    ['pushRelayKey', 'pushRelayId'],
    ['pushRelayId', 'pushRelayUrl'],
    // Apps identify accounts by this URL, and a relay may call it.
    ['pushRelayUrl', 'baseUrl'],
    ['pushApnsKey', 'pushApnsKeyId'],
    ['pushApnsKeyId', 'pushApnsTeamId'],
    ['pushApnsTeamId', 'pushApnsKey'],
  ] as const;
  return [
    ...needs
      .filter(([one, other]) => values[one] !== undefined && !isSet(other))
      .map(([one, other]) => `${fileKey(one)} needs ${fileKey(other)}, which is not set`),
    ...unfitForTls(values),
    ...unencryptedKey(values),
  ];
}

/** A model without a key may be anywhere; the key would be sent to whatever is in between. */
const unencryptedKey = (values: Partial<Settings>): string[] =>
  (
    [
      ['aiUrl', 'aiApiKey'],
      ['transcriptUrl', 'transcriptApiKey'],
    ] as const
  ).flatMap(([urlKey, secret]) => {
    const url = values[urlKey];
    if (url === undefined || values[secret] === undefined || isServiceUrl(url)) return [];
    const place = 'except on this machine or in a private network';
    return [`${fileKey(urlKey)} must begin with https:// where ${fileKey(secret)} is set, ${place}`];
  });

function unfitForTls({ tlsCert, acmeEmail, baseUrl, httpPort, port }: Partial<Settings>): string[] {
  if (tlsCert === undefined && acmeEmail === undefined)
    return httpPort === undefined ? [] : ['http_port needs acme_email or tls_cert, which are not set'];
  const isPlain = baseUrl?.startsWith('https://') === false;
  return [
    ...(tlsCert !== undefined && acmeEmail !== undefined
      ? ['acme_email and tls_cert are both set; set only one']
      : []),
    ...(isPlain ? ['base_url must begin with https:// where the server serves TLS'] : []),
    ...(httpPort === port ? ['http_port and port must differ'] : []),
  ];
}

const flagLayer = (flags: Readonly<Record<string, unknown>>): Layer => ({
  source: 'flag',
  get: (key) => flags[key],
  getName: flagName,
  isText: true,
  folder: '.',
});

const envLayer = (env: Readonly<Record<string, string | undefined>>): Layer => ({
  source: 'env',
  // Compose files pass unset variables as empty strings.
  get: (key) => env[envName(key)] || undefined,
  getName: envName,
  isText: true,
  folder: '.',
});

/** Variables that are no settings, for tests. */
const isForTests = (name: string): boolean => name.startsWith('HEDDLE_TEST_') || name === 'HEDDLE_CONTRACT';

const passphraseVariable = 'HEDDLE_BACKUP_PASSPHRASE';

/** Read by commands about archives; it is not a setting of the server, so that it is never passed on a command line. */
export const getBackupPassphrase = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined => env[passphraseVariable] || undefined;

/** The environment of a child command on the same installation: flags of this process become variables. */
export function environmentFor(config: Config): Record<string, string | undefined> {
  const given = configKeys
    .filter((key) => config.sources[key] === 'flag' || key === 'data')
    .flatMap((key): [string, string | undefined][] => [
      [envName(key), String(config[key])],
      [envName(`${key}File`), undefined],
    ]);
  return { ...process.env, ...Object.fromEntries(given) };
}

function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...[...configKeys, ...secretFileKeys].map(envName), passphraseVariable];
  return Object.keys(env)
    .filter((name) => name.startsWith('HEDDLE_') && !isForTests(name) && !isSecretVariable(name))
    .filter((name) => !known.includes(name))
    .map((name) => `${name} is not a setting. Valid settings: ${known.join(', ')}.${orchestratorHint(name)}`);
}

/** A deployment probably meant to give such a variable a value, and nobody would notice that everything is stored elsewhere. */
function emptyStorage(env: Readonly<Record<string, string | undefined>>): string[] {
  const settings = storageKeys.map((key) => ({ name: envName(key), expects: getSetting(key).expects }));
  const file = { name: envName('databaseUrlFile'), expects: 'the path of a file' };
  return [...settings, file]
    .filter(({ name }) => env[name] === '')
    .map(({ name, expects }) => `${name} is set but empty. Set it to ${expects}, or remove the variable`);
}

/** Kubernetes sets variables with our prefix in containers beside a service called heddle. */
const orchestratorHint = (name: string): string =>
  /^HEDDLE_(SERVICE|PORT)_/.test(name)
    ? ' If Kubernetes set it for a service named heddle, give the pod "enableServiceLinks: false".'
    : '';

/** Tables of heddle.toml. */
const tables = ['oidc', 'saml', 'remote_user', 'jwt', 'ldap_groups', 'ldap_roles'];

function fileLayer(
  data: string,
  path: string,
  entries: ReadonlyMap<string, unknown>,
  problems: string[],
): Layer {
  const known = [...configKeys.filter((key) => !getSetting(key).isOutsideFile), ...secretFileKeys].map(
    fileKey,
  );
  for (const name of entries.keys()) {
    if (!known.includes(name) && !tables.includes(name))
      problems.push(`${name} in ${path} is not a setting. Valid settings: ${known.join(', ')}.`);
  }
  return {
    source: 'file',
    get: (key) => entries.get(fileKey(key)),
    getName: (key) => `${fileKey(key)} in ${path}`,
    isText: false,
    folder: data,
  };
}

function readToml(path: string, problems: string[]): Record<string, unknown> {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    // The parser's own message repeats the line, which may contain a secret.
    const why =
      error instanceof TomlError
        ? `is not valid TOML at line ${error.line}`
        : `cannot be read: ${describeUnreadable(error, path)}`;
    problems.push(`${path} ${why}`);
    return {};
  }
}

interface ConfigSource {
  value: unknown;
  source: Source;
  /** Its name in errors. */
  from: string;
}

/** The value from the first layer that has one, directly or as the path of a file. */
function find(key: ConfigKey, layers: readonly Layer[], problems: string[]): ConfigSource | undefined {
  for (const layer of layers) {
    const [value, path] = [layer.get(key), isSecret(key) ? layer.get(`${key}File`) : undefined];
    const { source } = layer;
    if (path !== undefined) {
      const from = layer.getName(`${key}File`);
      if (value !== undefined) problems.push(`${layer.getName(key)} and ${from} are both set; set only one`);
      return { value: secretIn(path, from, layer.folder, problems), source, from };
    }
    if (value !== undefined) {
      return { value: layer.isText ? fromText(key, value) : value, source, from: layer.getName(key) };
    }
  }
  return undefined;
}

function secretIn(path: unknown, from: string, folder: string, problems: string[]): string | undefined {
  const file = typeof path === 'string' ? resolve(folder, path) : undefined;
  try {
    if (file === undefined) throw new Error('it is not a path');
    const secret = readFileSync(file, 'utf8').trim();
    if (secret === '') throw new Error('the file is empty');
    return secret;
  } catch (error) {
    problems.push(`${from} cannot be read: ${describeUnreadable(error, file ?? '')}`);
    return undefined;
  }
}

function fromText(key: ConfigKey, value: unknown): unknown {
  if (value === true && isSwitch(key)) return 'on';
  const isNumber =
    getSetting(key).type === 'integer' && typeof value === 'string' && /^\d{1,15}$/.test(value);
  return isNumber ? Number(value) : value;
}

function checked(key: ConfigKey, { value, from }: ConfigSource, problems: string[]): unknown {
  if (value === undefined) return undefined;
  const setting = getSetting(key);
  const text = typeof value === 'string' ? value : undefined;
  const isFormatted = text === undefined || (formats[key]?.(text) ?? true);
  if (fits(setting, value) && isFormatted)
    return key === 'baseUrl' && text !== undefined ? new URL(text).origin : value;
  const shown = setting.isSecret ? '' : `, not ${withoutUserInfo(JSON.stringify(value)).slice(0, 100)}`;
  problems.push(`${from} must be ${setting.expects}${shown}`);
  return undefined;
}

/** The standard variables of OpenTelemetry; not settings of ours. */
export const openTelemetryVariables = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith('OTEL_') && value !== undefined && value !== '' ? [[name, value]] : [],
    ),
  );
