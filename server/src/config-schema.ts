/** Every setting: one schema for flags, variables and heddle.toml, and its name in each of them. */
import { Exact, limits, Type, type Static, type TSchema } from '../../wire/core.ts';

/**
 * Beside each setting's type: `expects` completes "must be …", `value` names it in the help. `isSecret` hides what was
 * given, and lets `<name>_file` name a file that holds it. `isOutsideFile`: the data folder's place cannot stand in it.
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

const quota = (mebibytes: number, description: string) =>
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: mebibytes,
    value: 'mebibytes',
    expects: 'a whole number of mebibytes; 0 for no limit',
    description: `${description}; 0 for no limit`,
  });

const schema = Exact({
  port: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 9991,
    value: 'number',
    expects: 'a whole number from 0 to 65535',
    description: 'Port to listen on; 0 takes any free one',
  }),
  host: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    value: 'address',
    expects: 'an address or a host name',
    description: 'Address to listen on; 127.0.0.1 is reached from this machine only, 0.0.0.0 from everywhere',
  }),
  data: Type.String({
    minLength: 1,
    default: './data',
    value: 'folder',
    expects: 'a folder',
    description: 'Folder that holds everything: database, uploads, secrets, heddle.toml',
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
      description: 'Where people reach the server from outside, when that is not where it listens',
    }),
  ),
  additionalHosts: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]+( *, *[A-Za-z0-9._-]+)*$',
      value: 'names',
      expects: 'host names with commas between them, such as heddle, chat.internal',
      description: 'Further host names of the root organization, besides that of the base URL',
    }),
  ),
  smtpUrl: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^ ]+$',
      value: 'url',
      expects: 'an smtp:// or smtps:// URL, such as smtp://user:password@mail.example.com:587',
      description:
        'Mail server to send through; without one, e-mails are files in the data folder under outbox',
      isSecret: true,
    }),
  ),
  mailFrom: Type.Optional(
    Type.String({
      minLength: 3,
      value: 'address',
      expects: 'an e-mail address, with a name before it in the form Name <address> if wanted',
      description: 'Sender of e-mails',
    }),
  ),
  mailReplies: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._+-]{0,12}%s@[A-Za-z0-9.-]+$',
      value: 'address',
      expects: 'an e-mail address with %s in it, such as reply+%s@example.com',
      description:
        'Where answers to e-mails go, to be given to heddle mail receive; nowhere, if nothing is said',
    }),
  ),
  ldapUrl: Type.Optional(
    Type.String({
      pattern: '^ldaps?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])(:[0-9]{1,5})?/?$',
      value: 'url',
      expects: 'an ldap:// or ldaps:// URL of a host, such as ldap://directory.example.com',
      description: 'LDAP directory whose people may sign in with their user names and passwords',
    }),
  ),
  ldapStartTls: choice(['on', 'off'], {
    default: 'on',
    value: 'on|off',
    description: 'Encryption of ldap:// connections; off sends passwords in the clear',
  }),
  ldapCaFile: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'path',
      expects: 'a path',
      description: 'Certificates (PEM) of the authority that vouches for the LDAP directory',
    }),
  ),
  ldapBindDn: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'dn',
      expects: 'a distinguished name',
      description: 'Whom the server searches the LDAP directory as; anonymously, if nothing is said',
    }),
  ),
  ldapBindPassword: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'password',
      expects: 'a password',
      description: 'Password of --ldap-bind-dn',
      isSecret: true,
    }),
  ),
  ldapSearchBase: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'dn',
      expects: 'a distinguished name, such as ou=people,dc=example,dc=com',
      description: 'Below which entry of the LDAP directory people are',
    }),
  ),
  ldapFilter: Type.String({
    pattern: '^\\(.*\\{username\\}.*\\)$',
    default: '(uid={username})',
    value: 'filter',
    expects: 'an LDAP filter with {username} in it, such as (|(uid={username})(mail={username}))',
    description: 'How the LDAP directory finds somebody by what they typed as their user name',
  }),
  ldapEmailAttribute: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9-]*$',
    default: 'mail',
    value: 'attribute',
    expects: 'the name of an attribute',
    description: 'Where the LDAP directory has the e-mail address, by which the account is found',
  }),
  ldapNameAttribute: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9-]*$',
    default: 'cn',
    value: 'attribute',
    expects: 'the name of an attribute',
    description: 'Where the LDAP directory has the full name for a new account',
  }),
  ldapNewAccounts: choice(['on', 'off'], {
    default: 'on',
    value: 'on|off',
    description: 'Whether people of the LDAP directory without an account get one when they first sign in',
  }),
  trustedProxies: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f:./, ]+$',
      value: 'addresses',
      expects: 'addresses or networks with commas between them, such as 127.0.0.1, 10.0.0.0/8',
      description: 'Proxies whose word on who asks is believed (X-Forwarded-For, -Host and -Proto)',
    }),
  ),
  reachableNetworks: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f:./, ]+$',
      value: 'addresses',
      expects: 'addresses or networks with commas between them, such as 10.1.0.0/16, ::1',
      description: 'Private addresses that bots may be called at; none, if nothing is said',
    }),
  ),
  maxFileUploadSizeMib: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: limits.uploadMebibytes,
    value: 'mebibytes',
    expects: 'a whole number of mebibytes from 1 to 100000',
    description: 'Largest file that people may upload',
  }),
  uploadQuotaMib: quota(51_200, 'Space for the files of each organization'),
  uploadQuotaPerPersonMib: quota(10_240, 'Space for the files of each person, with those of their bots'),
  s3Bucket: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{3,255}$',
      value: 'name',
      expects: 'the name of a bucket',
      description: 'Bucket of an S3-compatible store for files; without one they lie in the data folder',
    }),
  ),
  s3Region: Type.String({
    pattern: '^[A-Za-z0-9-]{1,50}$',
    default: 'us-east-1',
    value: 'name',
    expects: 'the name of a region',
    description: 'Region of the bucket',
  }),
  s3Endpoint: Type.Optional(
    Type.String({
      pattern: '^https?://[^ /?#@]+/?$',
      value: 'url',
      expects: 'an http:// or https:// URL of a host, without a path',
      description: 'Where the store is, when it is not that of Amazon',
    }),
  ),
  s3AccessKeyId: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'id',
      expects: 'the id of an access key',
      description: 'Access key for the store; without one, what the machine has been given',
    }),
  ),
  s3SecretAccessKey: Type.Optional(
    Type.String({
      minLength: 1,
      value: 'secret',
      expects: 'a secret',
      description: 'The secret of the access key',
      isSecret: true,
    }),
  ),
  s3PathStyle: choice(['on', 'off'], {
    default: 'off',
    value: 'on|off',
    description:
      'Whether the bucket stands in the path of addresses, as many stores other than Amazon want it',
  }),
  logLevel: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    default: 'info',
    value: 'level',
    description: 'Least important log line that is written; debug has one line for each request',
  }),
  rateLimits: choice(['on', 'off'], {
    default: 'on',
    value: 'on|off',
    description: 'Limits on requests and failed sign-ins; off only for measuring',
  }),
  signInAccountLimit: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 5,
    value: 'number',
    expects: 'a whole number from 1 to 1000',
    description: 'Failed sign-ins to one account before it is locked for a while',
  }),
  signInAddressLimit: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    default: 200,
    value: 'number',
    expects: 'a whole number from 1 to 1000000',
    description: 'Failed sign-ins from one address, to any accounts, before it is locked out for a while',
  }),
  signInLimitMinutes: Type.Integer({
    minimum: 1,
    maximum: 1440,
    default: 30,
    value: 'minutes',
    expects: 'a whole number of minutes from 1 to 1440',
    description: 'How long failed sign-ins count',
  }),
  webPublicChannels: choice(['on', 'off'], {
    default: 'off',
    value: 'on|off',
    description: 'Whether organizations may open channels to people without an account',
  }),
  invitationMinutes: Type.Integer({
    minimum: 1,
    maximum: 52_704_000,
    default: 14_400,
    value: 'minutes',
    expects: 'a whole number of minutes from 1 to 52704000',
    description: 'How long an invitation is valid unless the inviter says otherwise',
  }),
  maxInvites: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 100,
    value: 'number',
    expects: 'a whole number from 0 to 1000000',
    description: 'Most invitations by e-mail that an organization may send a day',
  }),
  shutdownTimeout: Type.Integer({
    minimum: 1,
    maximum: 600,
    default: 8,
    value: 'seconds',
    expects: 'a whole number of seconds from 1 to 600',
    // Shorter than the ten seconds after which Docker kills what it stops.
    description: 'Longest time to finish requests under way when told to stop',
  }),
});

export type Settings = Readonly<Static<typeof schema>>;
export type ConfigKey = keyof Settings;
export type Source = 'flag' | 'env' | 'file' | 'default';

/** `data` is absolute, `baseUrl` ends without a slash, `shutdownTimeout` is in seconds. */
export type Config = Settings & { readonly sources: Readonly<Record<ConfigKey, Source>> };

export const configKeys = Object.keys(schema.properties) as ConfigKey[];
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
export const settingOf = (key: ConfigKey): Setting => schema.properties[key] as unknown as Setting;
export const isSecret = (key: ConfigKey): boolean => settingOf(key).isSecret === true;

/** Says what a validator would, for the few kinds of settings there are: the validators for all kinds are slow to load. */
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
/** How a setting is called in each place: `databaseUrl` is --database-url, HEDDLE_DATABASE_URL and database_url. */
export const flagName = (key: string): string => `--${words(key, '-')}`;
export const envName = (key: string): string => `HEDDLE_${words(key, '_').toUpperCase()}`;
export const fileKey = (key: string): string => words(key, '_');

/** Names of files with secrets, as flags, variables and file keys like the settings themselves. */
export const secretFileKeys = configKeys.filter(isSecret).map((key) => `${key}File`);

/** The flags of every command that reads the configuration, as commander takes them. */
export const configFlags: readonly { flags: string; description: string }[] = [
  ...configKeys.map((key) => {
    const { value, description, default: byDefault } = settingOf(key);
    const note = byDefault === undefined ? '' : ` (default: ${byDefault})`;
    return { flags: `${flagName(key)} <${value}>`, description: description + note };
  }),
  ...secretFileKeys.map((key) => ({
    flags: `${flagName(key)} <path>`,
    description: `File that holds the value of ${flagName(key.replace(/File$/, ''))}`,
  })),
];
