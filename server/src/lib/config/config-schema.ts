/** All settings: one schema for flags, variables and heddle.toml, and their names in each of them. */
import { Exact, limits, Type, type Static, type TSchema } from '../../../../wire/core.ts';
import { aiSettings } from './config-ai.ts';
import { backupSettings } from './config-backup.ts';
import { type LdapRules, ldapSettings } from './config-ldap.ts';
import { callSettings } from './config-calls.ts';
import { gifSettings } from './config-gifs.ts';
import { outgoingMailSettings } from './config-mail.ts';
import { mailInSettings } from './config-mail-in.ts';
import { monitoringSettings } from './config-monitoring.ts';
import { largest, quota } from './config-sizes.ts';
import { tlsSettings } from './config-tls.ts';
import { nodeSettings } from './config-nodes.ts';
import { pushSettings } from './config-push.ts';
import type { SignInProvider } from './oidc-config.ts';
import { keysIn } from '../objects.ts';

/**
 * Annotations of settings: `expects` completes "must be …", `value` is the placeholder in the help. `isSecret` hides the
 * value, and allows `<name>_file` with the path of a file that contains it. `isOutsideFile`: heddle.toml cannot set it, being in that folder.
 */
interface Notes {
  description: string;
  expects: string;
  value: string;
  isSecret?: true;
  isOutsideFile?: true;
}

const choice = <T extends string>(words: T[], notes: Omit<Notes, 'expects'> & { default: T }) =>
  Type.Enum(words, { ...notes, expects: `one of ${words.join(', ')}` });

const serverSettings = {
  port: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9991,
    value: 'number',
    expects: 'a whole number from 0 to 65535',
    description: 'Port to listen on; 0 for any free port',
  }),
  host: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    value: 'address',
    expects: 'an address or a host name',
    description: 'Address to listen on; 127.0.0.1 for this machine only, 0.0.0.0 for all interfaces',
  }),
  data: Type.String({
    minLength: 1,
    default: './data',
    value: 'folder',
    expects: 'a folder',
    description: 'Data folder: database, uploads, secrets, heddle.toml',
    isOutsideFile: true,
  }),
  databaseUrl: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://[^ ]+$',
      value: 'url',
      expects: 'a postgres:// URL',
      description: 'PostgreSQL database to use instead of the embedded one',
      isSecret: true,
    }),
  ),
  baseUrl: Type.Optional(
    Type.String({
      pattern: '^https?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$',
      value: 'url',
      expects: 'an http:// or https:// URL of a host, without a path',
      description: 'Public URL of the server, the base of all links; by default the address it listens on',
    }),
  ),
  additionalHosts: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]+( *, *[A-Za-z0-9._-]+)*$',
      value: 'names',
      expects: 'comma-separated host names, such as heddle, chat.internal',
      description: 'Additional host names of the root organization',
    }),
  ),
  trustedProxies: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f:./, ]+$',
      value: 'addresses',
      expects: 'comma-separated addresses or networks, such as 127.0.0.1, 10.0.0.0/8',
      description: 'Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted',
    }),
  ),
  reachableNetworks: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f:./, ]+$',
      value: 'addresses',
      expects: 'comma-separated addresses or networks, such as 10.1.0.0/16, ::1',
      description:
        'Private networks that webhooks, linked images, website previews and sign-in providers of organizations may reach; none by default',
    }),
  ),
  logLevel: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    value: 'level',
    description: 'Minimum level of log messages; debug logs every request',
  }),
  shutdownTimeout: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 8,
    value: 'seconds',
    expects: 'a whole number of seconds from 1 to 600',
    // Less than the ten seconds after which Docker kills a container.
    description: 'Time to finish requests in progress when stopping',
  }),
};

const mailSettings = {
  ...outgoingMailSettings,
  mailFrom: Type.Optional(
    Type.String({
      minLength: 3,
      value: 'address',
      expects: 'an email address, optionally with a name: Name <address>',
      description: 'Sender of outgoing email',
    }),
  ),
  mailReplies: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._+-]{0,12}%s@[A-Za-z0-9.-]+$',
      value: 'address',
      expects: 'an email address containing %s, such as reply+%s@example.com',
      description:
        'Address for replies to emails and for emails to channels, with %s for what names them; without it, none are processed',
    }),
  ),
  ...mailInSettings,
};

const fileSettings = {
  maxFileUploadSizeMib: largest(limits.uploadMebibytes, 100_000, 'Maximum size of an uploaded file'),
  maxImportSizeMib: largest(20_480, 1_000_000, 'Maximum size of an archive that owners upload to import it'),
  uploadQuotaMib: quota(51_200, 'Upload quota per organization'),
  uploadQuotaPerPersonMib: quota(10_240, 'Upload quota per user, including their bots'),
  s3Bucket: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{3,255}$',
      value: 'name',
      expects: 'a bucket name',
      description:
        'Bucket of an S3-compatible object store for uploads; without one, they are stored in the data folder',
    }),
  ),
  s3Region: Type.String({
    pattern: '^[A-Za-z0-9-]{1,50}$',
    default: 'us-east-1',
    value: 'name',
    expects: 'a region name',
    description: 'Region of the S3 bucket',
  }),
  s3Endpoint: Type.Optional(
    Type.String({
      pattern: '^https?://[^ /?#@]+/?$',
      value: 'url',
      expects: 'an http:// or https:// URL of a host, without a path',
      description: 'URL of the object store, if it is not AWS',
    }),
  ),
  s3AccessKeyId: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'id',
      expects: 'an access key ID',
      description: 'Access key ID for the object store; by default the credentials of the machine',
    }),
  ),
  s3SecretAccessKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'secret',
      expects: 'a secret',
      description: 'Secret access key for the object store',
      isSecret: true,
    }),
  ),
  s3PathStyle: choice(['on', 'off'], {
    default: 'off',
    value: 'on|off',
    description: 'Whether to use path-style bucket addresses, as MinIO and others require',
  }),
};

const peopleSettings = {
  rateLimits: choice(['on', 'off'], {
    default: 'on',
    value: 'on|off',
    description: 'Rate limits for requests and failed sign-ins; off only for benchmarks',
  }),
  signInAccountLimit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 5,
    value: 'number',
    expects: 'a whole number from 1 to 1000',
    description: 'Failed sign-ins before an account is locked temporarily',
  }),
  signInAddressLimit: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 200,
    value: 'number',
    expects: 'a whole number from 1 to 1000000',
    description:
      'Failed sign-ins before a network address is blocked temporarily, across accounts; an IPv6 /64 counts as one address',
  }),
  signInLimitMinutes: Type.Integer({
    minimum: 1,
    maximum: 1440,
    default: 30,
    value: 'minutes',
    expects: 'a whole number of minutes from 1 to 1440',
    description: 'Time window for failed sign-ins',
  }),
  invitationMinutes: Type.Integer({
    minimum: 1,
    maximum: 52_704_000,
    default: 14_400,
    value: 'minutes',
    expects: 'a whole number of minutes from 1 to 52704000',
    description: 'Default lifetime of invitations',
  }),
  maxInvites: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 100,
    value: 'number',
    expects: 'a whole number from 0 to 1000000',
    description: 'Maximum number of email invitations per organization per day',
  }),
  websitePreviews: choice(['on', 'off'], {
    default: 'on',
    value: 'on|off',
    description: 'Whether organizations may show previews of linked websites, which the server fetches',
  }),
  webPublicChannels: choice(['on', 'off'], {
    default: 'off',
    value: 'on|off',
    description: 'Whether organizations may have web-public channels',
  }),
  botsDir: Type.Optional(
    Type.String({
      pattern: '^/',
      value: 'folder',
      expects: 'an absolute path',
      description: 'Folder of embedded bots to run beside the built-in ones',
    }),
  ),
};

/** All settings by subject, as docs/configuration.md lists them. */
export const settingGroups = {
  server: serverSettings,
  tls: tlsSettings,
  mail: mailSettings,
  people: peopleSettings,
  ldap: ldapSettings,
  files: fileSettings,
  backups: backupSettings,
  monitoring: monitoringSettings,
  nodes: nodeSettings,
  push: pushSettings,
  calls: callSettings,
  gifs: gifSettings,
  summaries: aiSettings,
};

const schema = Exact({
  ...settingGroups.server,
  ...settingGroups.tls,
  ...settingGroups.mail,
  ...settingGroups.people,
  ...settingGroups.ldap,
  ...settingGroups.files,
  ...settingGroups.backups,
  ...settingGroups.monitoring,
  ...settingGroups.nodes,
  ...settingGroups.push,
  ...settingGroups.calls,
  ...settingGroups.gifs,
  ...settingGroups.summaries,
});

export type Settings = Readonly<Static<typeof schema>>;
export type ConfigKey = keyof Settings;
export type Source = 'flag' | 'env' | 'file' | 'default';

/** `data` is absolute, `baseUrl` has no trailing slash, `shutdownTimeout` is in seconds. */
export type Config = Settings & {
  readonly sources: Readonly<Record<ConfigKey, Source>>;
  /** In the order in which they are shown: OpenID Connect in the order of the file, then SAML and the proxy. */
  readonly oidc: readonly SignInProvider[];
  /** From the `[[jwt]]` tables; never shown. */
  readonly jwt: readonly SignInProvider[];
  /** From the tables `[ldap_groups]` and `[ldap_roles]`. */
  readonly ldapRules: LdapRules;
};

export const configKeys = keysIn(schema.properties);
type Setting = TSchema &
  Notes & {
    type?: 'integer' | 'string';
    enum?: readonly unknown[];
    minimum?: number;
    maximum?: number;
    minLength?: number;
    pattern?: string;
    default?: string | number;
  };
/** The annotations, which the types of the schema leave out. */
export const getSetting = (key: ConfigKey): Setting => schema.properties[key] as unknown as Setting;
/** Settings of where data are stored: without one, a server stores them elsewhere. */
export const storageKeys = [
  'data',
  'databaseUrl',
  'filesDir',
  's3Bucket',
  's3Endpoint',
] as const satisfies readonly ConfigKey[];
export const isSecret = (key: ConfigKey): boolean => getSetting(key).isSecret === true;

/** Validates the few kinds of schemas that settings use: a general validator is slow to load. */
export function fits(
  { type, enum: words, minimum, maximum, minLength, pattern }: Setting,
  value: unknown,
): boolean {
  if (words) return words.includes(value);
  if (type === 'integer')
    return (
      Number.isSafeInteger(value) && Number(value) >= (minimum ?? 0) && Number(value) <= (maximum ?? Infinity)
    );
  if (typeof value !== 'string') return false;
  return value.length >= (minLength ?? 0) && (pattern === undefined || new RegExp(pattern).test(value));
}

const words = (key: string, separator: string): string =>
  key.replace(/[A-Z]/g, (capital) => separator + capital.toLowerCase());
/** The name of a setting in each source: `databaseUrl` is --database-url, HEDDLE_DATABASE_URL and database_url. */
export const flagName = (key: string): string => `--${words(key, '-')}`;
export const envName = (key: string): string => `HEDDLE_${words(key, '_').toUpperCase()}`;
export const fileKey = (key: string): string => words(key, '_');

/** Settings for paths of secret files, as flags, variables and file keys like the settings themselves. */
export const secretFileKeys = configKeys.filter(isSecret).map((key) => `${key}File`);

/** Whether the flag needs no value. */
export const isSwitch = (key: ConfigKey): boolean => key === 'filesShared';

/** The flags of every command that reads the configuration, in the format of commander. */
export const configFlags: readonly { flags: string; description: string }[] = [
  ...configKeys.map((key) => {
    const { value, description, default: byDefault, enum: words = [] } = getSetting(key);
    // The choices are listed unless the placeholder does so.
    const choices = words.length > 0 && value !== words.join('|') ? `. One of: ${words.join(', ')}` : '';
    const note = choices + (byDefault === undefined ? '' : ` (default: ${byDefault})`);
    return {
      flags: `${flagName(key)} ${isSwitch(key) ? `[${value}]` : `<${value}>`}`,
      description: description + note,
    };
  }),
  ...secretFileKeys.map((key) => ({
    flags: `${flagName(key)} <path>`,
    description: `File that contains the value of ${flagName(key.replace(/File$/, ''))}`,
  })),
];
