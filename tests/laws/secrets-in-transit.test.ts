/**
 * No secret of the configuration goes unencrypted over the Internet unless the operator says so: each setting with the address of a
 * service is in one of these groups, and each group is tried with a host of the Internet and with one of this machine.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findExposure } from '../../server/src/app/cli/doctor/database.ts';
import { optionsFrom } from '../../server/src/lib/bus/nats-bus.ts';
import { loadConfig } from '../../server/src/lib/config/config.ts';
import { type ConfigKey, configKeys, getSetting } from '../../server/src/lib/config/config-schema.ts';
import { chooseStartTls, parseMailUrl } from '../../server/src/lib/mail/encryption.ts';

/** Settings that are refused with http:// and such a host, with what else they need. */
const refused: Partial<Record<ConfigKey, Record<string, string>>> = {
  pushRelayUrl: {
    pushRelayId: '0'.repeat(8) + '-0000-0000-0000-' + '0'.repeat(12),
    pushRelayKey: 'x'.repeat(64),
    baseUrl: 'https://chat.example.com',
  },
  pushFcmUrl: {},
  pushApnsUrl: {},
  zoomUrl: {},
  webexApiUrl: {},
  bigBlueButtonUrl: { bigBlueButtonSecret: 'x' },
  nextcloudUrl: { nextcloudTalkUser: 'x', nextcloudTalkPassword: 'x' },
  constructorGroupsUrl: { constructorGroupsAccessKey: 'x', constructorGroupsSecretKey: 'x' },
  aiUrl: { aiModel: 'x', aiApiKey: 'x' },
  transcriptUrl: { transcriptModel: 'x', transcriptApiKey: 'x' },
};

/** Whether a secret would be sent unencrypted to this host if the server there, or anyone in between, wants it. */
const exposed: Partial<Record<ConfigKey, (host: string) => boolean>> = {
  smtpUrl: (host) => chooseStartTls('auto', parseMailUrl(`smtp://u:p@${host}`)) !== 'on',
  imapUrl: (host) => chooseStartTls('auto', parseMailUrl(`imap://u:p@${host}`)) !== 'on',
  nats: (host) => optionsFrom(`nats://u:p@${host}`).tls === undefined,
  // The doctor warns: the certificates of hosted databases are rarely trusted, and a start must not depend on them.
  databaseUrl: (host) => findExposure(`postgres://u:p@${host}/x`) === undefined,
};

/** No secret is sent to them, or only as what it has signed; or the default encrypts wherever the host is. */
const without: Partial<Record<ConfigKey, string>> = {
  baseUrl: 'it is this server',
  acmeDirectory: 'the schema has https:// only',
  s3Endpoint: 'requests are signed',
  backupS3Endpoint: 'requests are signed',
  ldapUrl: 'StartTLS is on',
};

const isAccepted = (settings: Record<string, string>): boolean => {
  try {
    loadConfig({ data: '/nowhere', ...settings }, {});
    return true;
  } catch {
    return false;
  }
};

test('Every address of a service is in one group', () => {
  const addresses = configKeys.filter((key) => getSetting(key).value === 'url');
  const groups = [refused, exposed, without].flatMap((group) => Object.keys(group));
  assert.deepEqual(groups.toSorted(), addresses.toSorted());
});

test('Web services that are given a key are refused with http:// beyond private networks', () => {
  for (const [key, more] of Object.entries(refused)) {
    assert.ok(!isAccepted({ [key]: 'http://service.example.com', ...more }), key);
    for (const url of ['https://service.example.com', 'http://127.0.0.1:9', 'http://service.internal'])
      assert.ok(isAccepted({ [key]: url, ...more }), `${key} ${url}`);
  }
});

test('Passwords are sent to hosts of the Internet only encrypted', () => {
  for (const [key, isExposed] of Object.entries(exposed)) {
    for (const host of ['service.example.com', '8.8.4.4', '[2606:4700::1]'])
      assert.ok(!isExposed(host), `${key} ${host}`);
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) assert.ok(isExposed(host), `${key} ${host}`);
  }
  assert.equal(getSetting('ldapStartTls').default, 'on');
  assert.ok(
    !isAccepted({
      acmeDirectory: 'http://ca.example.com',
      acmeEmail: 'ada@example.com',
      baseUrl: 'https://chat.example.com',
    }),
  );
});
