import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { printConfig } from '../../app/cli/config-print.ts';
import { configFlags, ConfigError, loadConfig, type Config } from './config.ts';

let data: string;
before(() => (data = mkdtempSync(join(tmpdir(), 'heddle-config-'))));
after(() => rmSync(data, { recursive: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(data, name), text);
  return join(data, name);
};

/** Loads with this heddle.toml, flags and variables. */
const load = (toml: string, flags: Record<string, unknown> = {}, env: Record<string, string> = {}) => {
  file('heddle.toml', toml);
  return loadConfig({ data, ...flags }, env);
};

const problems = (...how: Parameters<typeof load>): readonly string[] => {
  try {
    load(...how);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.problems;
  }
  return assert.fail('was accepted');
};

const url = 'postgres://heddle:hunter2@db/heddle';

describe('The configuration', () => {
  it('The configuration requires no setting', () => {
    const config = loadConfig({ data: join(data, 'not-there') }, {});
    assert.equal(config.port, 9991);
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.logLevel, 'info');
    assert.equal(config.rateLimits, 'on');
    assert.equal(config.databaseUrl, undefined);
    assert.equal(config.baseUrl, undefined);
    assert.equal(config.sources.port, 'default');
    assert.equal(config.sources.data, 'flag');
  });

  it('The configuration stores everything in ./data by default', () => {
    assert.equal(loadConfig({}, {}).data, join(process.cwd(), 'data'));
  });

  it('The configuration prefers flags to environment variables, and those to the file', () => {
    const toml = 'port = 1\nhost = "file"\nlog_level = "error"\n';
    const config = load(toml, { port: '3' }, { HEDDLE_PORT: '2', HEDDLE_HOST: 'env' });
    assert.deepEqual([config.port, config.host, config.logLevel], [3, 'env', 'error']);
    const { port, host, logLevel, rateLimits } = config.sources;
    assert.deepEqual([port, host, logLevel, rateLimits], ['flag', 'env', 'file', 'default']);
  });

  it('The configuration reads heddle.toml from the data folder named by a variable', () => {
    file('heddle.toml', 'port = 77\n');
    assert.equal(loadConfig({}, { HEDDLE_DATA: data }).port, 77);
  });

  it('The configuration treats an empty variable as not set', () => {
    const { sources } = load('', {}, { HEDDLE_PORT: '', HEDDLE_SMTP_URL: '', HEDDLE_NATS: '' });
    assert.deepEqual([sources.port, sources.smtpUrl, sources.nats], Array(3).fill('default'));
  });

  it('The configuration refuses an empty variable of where data are stored', () => {
    const names = ['DATA', 'DATABASE_URL', 'DATABASE_URL_FILE', 'FILES_DIR', 'S3_BUCKET', 'S3_ENDPOINT'];
    const all = names.map((name) => `HEDDLE_${name}`);
    const found = problems('', {}, Object.fromEntries(all.map((name) => [name, ''])));
    assert.deepEqual(found.map((text) => text.split(' ')[0]).sort(), all);
    assert.ok(
      found.includes(
        'HEDDLE_DATABASE_URL is set but empty. Set it to a postgres:// URL, or remove the variable',
      ),
    );
    // A flag of the same setting does not hide the mistake of a deployment.
    assert.equal(problems('', { databaseUrl: url }, { HEDDLE_DATABASE_URL: '' }).length, 1);
  });

  it('The configuration ignores flags that are not settings, foreign variables and test variables', () => {
    const env = { PATH: '/bin', HEDDLE_TEST_DATABASE_URL: 'x', HEDDLE_CONTRACT: 'y' };
    assert.equal(load('', { demo: true, json: true }, env).port, 9991);
  });

  it('The configuration stores the base URL without a trailing slash', () => {
    assert.equal(load('base_url = "https://Chat.example.com/"').baseUrl, 'https://chat.example.com');
    assert.equal(load('', { baseUrl: 'http://[::1]:9991' }).baseUrl, 'http://[::1]:9991');
  });

  it('The configuration reads a secret from a file named by a flag, a variable or the file', () => {
    const path = file('url.txt', `${url}\n`);
    assert.equal(load('', { databaseUrlFile: path }).databaseUrl, url);
    const fromEnv = load('', {}, { HEDDLE_DATABASE_URL_FILE: path });
    assert.equal(fromEnv.databaseUrl, url);
    assert.equal(fromEnv.sources.databaseUrl, 'env');
    assert.equal(load('database_url_file = "url.txt"').databaseUrl, url);
  });

  it('Every mode of TLS to PostgreSQL that the driver treats as verify-full is named so, without its warning', () => {
    const url = (rest: string) => load('', { databaseUrl: `postgres://db/heddle?${rest}` }).databaseUrl;
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      assert.equal(url(`sslmode=${mode}&x=1`), 'postgres://db/heddle?sslmode=verify-full&x=1');
    for (const rest of ['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require'])
      assert.equal(url(rest), `postgres://db/heddle?${rest}`);
  });

  it('The configuration has defaults for LDAP searches', () => {
    const base = 'ou=people,dc=example,dc=com';
    const config = load(`ldap_url = "ldaps://[::1]:636/"\nldap_search_base = "${base}"`);
    assert.equal(config.ldapUrl, 'ldaps://[::1]:636/');
    const { ldapStartTls, ldapFilter, ldapEmailAttribute, ldapNameAttribute, ldapNewAccounts } = config;
    assert.deepEqual(
      [ldapStartTls, ldapFilter, ldapEmailAttribute, ldapNameAttribute, ldapNewAccounts],
      ['on', '(uid={username})', 'mail', 'cn', 'on'],
    );
    assert.equal(load('').ldapUrl, undefined);
    const reader = { ldapBindDn: 'cn=reader', ldapBindPasswordFile: file('reader.txt', 'hunter2\n') };
    const ldapFilter2 = '(|(uid={username})(mail={username}))';
    const flags = { ldapUrl: 'ldap://db', ldapSearchBase: base, ldapFilter: ldapFilter2, ...reader };
    const more = load('', flags, { HEDDLE_LDAP_CA_FILE: '/etc/ca.pem' });
    assert.deepEqual(
      [more.ldapBindPassword, more.ldapFilter, more.ldapCaFile],
      ['hunter2', ldapFilter2, '/etc/ca.pem'],
    );
  });

  it('The configuration accepts a bucket and stores files in the data folder without one', () => {
    assert.equal(load('').s3Bucket, undefined);
    const config = load(
      's3_bucket = "threads"\ns3_endpoint = "http://store:9000"\ns3_access_key_id = "AK"\ns3_path_style = "on"',
      {},
      { HEDDLE_S3_SECRET_ACCESS_KEY: 'hunter2' },
    );
    assert.deepEqual(
      [config.s3Bucket, config.s3Region, config.s3Endpoint, config.s3PathStyle, config.s3SecretAccessKey],
      ['threads', 'us-east-1', 'http://store:9000', 'on', 'hunter2'],
    );
    assert.equal(load('s3_bucket = "threads"').s3AccessKeyId, undefined);
  });

  it('The configuration limits file size and the upload quotas of organizations and users', () => {
    const sizes = ({ maxFileUploadSizeMib, uploadQuotaMib, uploadQuotaPerPersonMib }: Config) => [
      maxFileUploadSizeMib,
      uploadQuotaMib,
      uploadQuotaPerPersonMib,
    ];
    assert.deepEqual(sizes(load('')), [100, 51_200, 10_240]);
    const given = 'upload_quota_mib = 5000\nupload_quota_per_person_mib = 0';
    assert.deepEqual(sizes(load(given, { maxFileUploadSizeMib: '25' })), [25, 5000, 0]);
  });

  it('The configuration lists its flags for the command line', () => {
    const flags = configFlags.map((flag) => flag.flags);
    for (const flag of ['--port <number>', '--data <folder>', '--database-url-file <path>']) {
      assert(flags.includes(flag), flag);
    }
  });
});

describe('Configuration errors', () => {
  it('A value of the wrong type is refused, naming its source', () => {
    const whole = 'must be a whole number from 0 to 65535';
    assert.deepEqual(problems('', { port: 'x' }), [`--port ${whole}, not "x"`]);
    assert.deepEqual(problems('', {}, { HEDDLE_PORT: '70000' }), [`HEDDLE_PORT ${whole}, not 70000`]);
    const inFile = `in ${join(data, 'heddle.toml')}`;
    assert.deepEqual(problems('port = "80"'), [`port ${inFile} ${whole}, not "80"`]);
    for (const value of ['-1', '1.5', '0x10', '1e3', ' 1', '9'.repeat(400)]) {
      assert.equal(problems('', { port: value }).length, 1);
    }
  });

  it('A value outside an enumeration is refused', () => {
    assert.deepEqual(problems('', {}, { HEDDLE_RATE_LIMITS: 'no' }), [
      'HEDDLE_RATE_LIMITS must be one of on, off, not "no"',
    ]);
    assert.equal(problems('rate_limits = false').length, 1);
  });

  it('A base URL that has a path or is not a web address is refused', () => {
    for (const baseUrl of [
      'chat.example.com',
      'ftp://a',
      'http://a/chat',
      'http://a:99999',
      'http://a?b',
      '',
    ]) {
      assert.equal(problems('', { baseUrl }).length, 1, baseUrl);
    }
  });

  it('An unknown variable or key in the file is refused', () => {
    assert.match(problems('', {}, { HEDDLE_PROT: '1' })[0]!, /^HEDDLE_PROT is not a setting.* HEDDLE_PORT,/);
    assert.match(problems('prot = 1')[0]!, /^prot in .*heddle\.toml is not a setting.* port,/);
    assert.match(problems('[port]\nx = 1')[0]!, /^port in .* must be a whole number/);
    assert.equal(problems('data = "elsewhere"').length, 1);
    assert.equal(problems('__proto__ = 1').length, 1);
  });

  it('Variables set by Kubernetes are refused with a hint', () => {
    assert.match(problems('', {}, { HEDDLE_SERVICE_HOST: '10.0.0.1' })[0]!, /enableServiceLinks: false/);
  });

  it('All configuration errors are reported at once', () => {
    assert.equal(problems('prot = 1\nport = "x"', { logLevel: 'loud' }, { HEDDLE_X: '1' }).length, 4);
  });

  it('An invalid TOML file is refused without showing its content', () => {
    const [problem] = problems(`port = 1\ndatabase_url = ${url}`);
    assert.match(problem!, /is not valid TOML at line 2$/);
  });

  it('A secret that is given twice, or whose file is missing or empty, is refused', () => {
    const path = file('url.txt', url);
    assert.match(
      problems('', {}, { HEDDLE_DATABASE_URL: url, HEDDLE_DATABASE_URL_FILE: path })[0]!,
      /HEDDLE_DATABASE_URL and HEDDLE_DATABASE_URL_FILE are both set/,
    );
    assert.match(problems('database_url_file = "missing"')[0]!, /^database_url_file in .* cannot be read: /);
    assert.match(problems('', { databaseUrlFile: file('empty', '\n') })[0]!, /the file is empty/);
  });

  it('An invalid or incomplete LDAP configuration is refused', () => {
    for (const ldapUrl of ['db', 'http://db', 'ldap://db/dc=example', 'ldap://user:hunter2@db', 'ldaps://'])
      assert.match(problems('ldap_search_base = "x"', { ldapUrl })[0]!, /must be an ldap:/, ldapUrl);
    for (const ldapFilter of ['uid={username}', '(uid=dan)', ''])
      assert.match(problems('', { ldapFilter })[0]!, /must be an LDAP filter/, ldapFilter);
    for (const name of ['mail)(x', '1mail', ''])
      assert.match(problems('', { ldapEmailAttribute: name })[0]!, /must be an attribute name/, name);
    assert.equal(problems('ldap_start_tls = true').length, 1);
    assert.equal(problems('', { ldapNewAccounts: 'yes' }).length, 1);
    const url = 'ldap_url = "ldap://db"';
    assert.deepEqual(problems(url), ['ldap_url needs ldap_search_base, which is not set']);
    assert.deepEqual(problems(`${url}\nldap_search_base = "x"\nldap_bind_dn = "cn=reader"`), [
      'ldap_bind_dn needs ldap_bind_password, which is not set',
    ]);
    assert.deepEqual(problems('ldap_bind_password = "hunter2"'), [
      'ldap_bind_password needs ldap_bind_dn, which is not set',
    ]);
  });

  it('An incomplete object store configuration is refused', () => {
    for (const s3Bucket of ['a', 'two words', 'a/b', '']) assert.equal(problems('', { s3Bucket }).length, 1);
    for (const s3Endpoint of ['store', 'http://store/x', 'http://me:hunter2@store'])
      assert.match(problems('s3_bucket = "threads"', { s3Endpoint })[0]!, /must be an http:/, s3Endpoint);
    assert.equal(problems('', { s3Region: 'here & there' }).length, 1);
    assert.equal(problems('', { s3PathStyle: 'yes' }).length, 1);
    assert.deepEqual(problems('s3_bucket = "threads"\ns3_access_key_id = "AK"'), [
      's3_access_key_id needs s3_secret_access_key, which is not set',
    ]);
    assert.deepEqual(problems('s3_bucket = "threads"\ns3_secret_access_key = "hunter2"'), [
      's3_secret_access_key needs s3_access_key_id, which is not set',
    ]);
    const model = 'ai_model = "loom"\nai_api_key = "canary"';
    assert.deepEqual(problems(`${model}\nai_url = "http://model.example.com/v1"`), [
      'ai_url must begin with https:// where ai_api_key is set, except on this machine or in a private network',
    ]);
    for (const url of ['https://model.example.com/v1', 'http://10.1.2.3:11434/v1'])
      assert.doesNotThrow(() => load(`${model}\nai_url = "${url}"`), url);
    assert.deepEqual(problems('s3_endpoint = "http://store"'), [
      's3_endpoint needs s3_bucket, which is not set',
    ]);
  });

  it('A setting with an invalid value is not also reported as missing', () => {
    assert.equal(problems('smtp_receiver_port = 25\nmail_replies = "chat@example.com"').length, 1);
    assert.equal(problems('[remote_user]\nheader = "X-User"\n', { trustedProxies: 'nonsense' }).length, 1);
  });

  it('An invalid address, network or URL is refused in one line that names the setting', () => {
    const wrong: Readonly<Record<string, readonly string[]>> = {
      host: ['not a host', 'http://x', '1.2.3', '1.2.3.4.5', '-x'],
      baseUrl: ['https://chat..example.com', 'https://x:99999', 'https://x:0'],
      databaseUrl: ['postgres://db:port/x', 'postgres://db:99999/x'],
      smtpUrl: [
        'smtp://',
        'smtp://mail:port',
        'smtp://mail:99999',
        'smtp://a@b@',
        'smtp://mail?ignoreTLS=true',
      ],
      smtpStartTls: ['yes', 'required'],
      pushRelayUrl: ['http://push.example.com'],
      pushFcmUrl: ['http://fcm.example.com'],
      pushApnsUrl: ['http://apns.example.com'],
      mailFrom: [
        'nonsense',
        'a@',
        'a b@example.com',
        'Heddle <nobody>',
        'a@b, c@d',
        'A <a@b>\r\nBcc: c@d',
        'a@-',
      ],
      mailReplies: ['reply+%s@', 'reply+%s@a..b', 'reply@example.com'],
      trustedProxies: ['nonsense', '1.2.3', '10.0.0.0/33', '127.0.0.1,', '::/200', 'dead beef', '1,2'],
      reachableNetworks: ['10.1', '10.0.0.0/', 'fd00::/8/8'],
      ldapUrl: ['ldap://db:99999'],
      ldapFilter: ['(uid={username}))', '((uid={username})', '(uid={username})(x)', '(|()(uid={username}))'],
      s3Endpoint: ['https://store:99999', 'https://..'],
    };
    const rest = 'ldap_search_base = "x"\ns3_bucket = "threads"';
    for (const [key, values] of Object.entries(wrong))
      for (const value of values) {
        const found = problems(rest, { [key]: value });
        assert.equal(found.length, 1, `${key}: ${value}`);
        assert.match(
          found[0]!,
          new RegExp(`^--${key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} must be .*$`),
        );
      }
  });

  it('Every valid form of an address, network or URL is accepted', () => {
    const right: Readonly<Record<string, readonly string[]>> = {
      host: ['::', '0.0.0.0', 'localhost', 'chat.example.com', 'my_host'],
      baseUrl: ['https://chat.example.com', 'http://[::1]:80', 'https://chat'],
      databaseUrl: ['postgres:///x', 'postgresql://me@/x?host=/run/pg', 'postgres://me:p%40ss@db:5432/x'],
      smtpUrl: ['smtp://mail', 'smtps://me:p%40ss@mail.example.com:465', 'smtp://[::1]:25'],
      mailFrom: ['a@b', 'Heddle <noreply@chat.example.com>', '"Heddle, Inc." <a@b.example>', '<a@b>'],
      mailReplies: ['reply+%s@chat.example.com'],
      trustedProxies: ['127.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8,192.0.2.1'],
      ldapFilter: ['(|(uid={username})(mail={username}))', '(&(x=\\28a\\29)(uid={username}))'],
      s3Endpoint: ['https://s3.example.com:9000/', 'http://127.0.0.1:9000'],
    };
    for (const [key, values] of Object.entries(right))
      for (const value of values)
        assert.doesNotThrow(() => load('s3_bucket = "threads"', { [key]: value }), value);
  });

  it('An invalid size is refused', () => {
    for (const size of ['0', '-1', '1.5', '100001', '25M', ''])
      assert.match(problems('', { maxFileUploadSizeMib: size })[0]!, /mebibytes from 1 to 100000/, size);
    for (const quota of ['-1', '1000000001', 'all'])
      assert.match(problems('', { uploadQuotaMib: quota })[0]!, /a whole number of mebibytes/, quota);
    assert.equal(problems('upload_quota_mib = "5000"').length, 1);
  });

  it('A refused URL is shown without user name and password, whatever is wrong with it', () => {
    const shown = (key: string, value: unknown) => problems('', { [key]: value })[0]!.split(', not ')[1];
    for (const key of ['baseUrl', 'ldapUrl', 's3Endpoint', 'trustedProxies']) {
      for (const secret of ['hunter2', 'a@hunter2', 'hunter2/?#', 'hun"ter2', 'x'.repeat(200)])
        assert.equal(shown(key, `https://loom:${secret}@host/path`), '"https://(hidden)@host/path"');
      assert.equal(shown(key, 'loom:hunter2@host/path'), '"(hidden)@host/path"');
    }
    assert.equal(shown('ldapUrl', 'https://host/path'), '"https://host/path"');
    assert.equal(shown('mailFrom', 'a b@example.com'), '"a b@example.com"');
    assert.ok(!problems('s3_endpoint = ["https://loom:hunter2@host"]')[0]!.includes('hunter2'));
  });

  it('A configuration error never shows a secret', () => {
    for (const wrong of ['mysql://hunter2', 'postgres://hunter2 x']) {
      const [problem] = problems('', { databaseUrl: wrong });
      assert.equal(problem, '--database-url must be a postgres:// URL');
    }
  });
});

describe('The printed configuration', () => {
  it('The printed configuration names the source of each value', () => {
    const text = printConfig(load('host = "::"', { port: '80' }, { HEDDLE_LOG_LEVEL: 'debug' }));
    assert.match(text, /^port +80 +flag --port$/m);
    assert.match(text, /^log_level +debug +environment HEDDLE_LOG_LEVEL$/m);
    assert.match(text, /^host +:: +heddle\.toml$/m);
    assert.match(text, /^rate_limits +on +default$/m);
    assert.match(text, /^base_url +\(not set\) +default$/m);
  });

  it('The printed configuration is available as JSON', () => {
    const printed = JSON.parse(printConfig(load('', { port: '80' }), { isJson: true })) as Record<
      string,
      unknown
    >;
    assert.deepEqual(printed.port, { value: 80, source: 'flag' });
    assert.deepEqual(printed.base_url, { value: null, source: 'default' });
  });

  it('The printed configuration hides secrets', () => {
    const keys = { ldapBindDn: 'cn=reader', ldapBindPassword: 'hunter2' };
    const store = { s3Bucket: 'threads', s3AccessKeyId: 'AK', s3SecretAccessKey: 'hunter2' };
    const config = load('', { databaseUrl: url, ...keys, ...store });
    for (const isJson of [true, false]) {
      const printed = printConfig(config, { isJson });
      assert(!printed.includes('hunter2'));
      assert(printed.includes('(hidden)'));
    }
  });
});
