/**
 * Every service that the configuration names has a check of the doctor, and each check was seen to fail: all services are configured
 * at once, at a port where nothing listens.
 */
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { examine } from '../../server/src/app/cli/doctor/doctor.ts';
import { configKeys, type ConfigKey, getSetting } from '../../server/src/lib/config/config-schema.ts';
import { freePort } from '../support/services/free-port.ts';
import { undoAfter } from '../support/undo.ts';

/** By setting with the address of a service: the check that names it. */
const checks: Partial<Record<ConfigKey, string>> = {
  databaseUrl: 'database',
  smtpUrl: 'mail',
  imapUrl: 'mailbox',
  ldapUrl: 'ldap',
  s3Endpoint: 'files',
  backupS3Endpoint: 'backups',
  nats: 'nats',
  pushRelayUrl: 'push relay',
  pushFcmUrl: 'push: Firebase',
  pushApnsUrl: 'push: Apple',
  zoomUrl: 'calls: Zoom',
  webexApiUrl: 'calls: Webex',
  bigBlueButtonUrl: 'calls: BigBlueButton',
  nextcloudUrl: 'calls: Nextcloud Talk',
  constructorGroupsUrl: 'calls: Constructor Groups',
  aiUrl: 'summaries',
  transcriptUrl: 'transcripts',
  acmeDirectory: 'certificate authority',
};

/** It is this server's own. */
const ownAddress: ConfigKey = 'baseUrl';

const pem = (type: 'rsa' | 'ec'): string => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
};

/** All services, at one port. */
const everything = (host: string): Partial<Record<ConfigKey, string>> => ({
  baseUrl: 'https://chat.example.com',
  acmeEmail: 'ada@example.com',
  acmeDirectory: `https://${host}/directory`,
  databaseUrl: `postgres://heddle:x@${host}/heddle`,
  smtpUrl: `smtp://heddle:x@${host}`,
  mailFrom: 'heddle@example.com',
  mailReplies: 'reply+%s@example.com',
  imapUrl: `imap://heddle:x@${host}/INBOX`,
  ldapUrl: `ldap://${host}`,
  ldapSearchBase: 'dc=example',
  s3Bucket: 'threads',
  s3Endpoint: `http://${host}`,
  s3AccessKeyId: 'x',
  s3SecretAccessKey: 'x',
  s3PathStyle: 'on',
  backupTo: 's3://vault',
  backupS3Endpoint: `http://${host}`,
  nats: `nats://heddle:x@${host}`,
  pushRelayUrl: `http://${host}`,
  pushRelayId: randomUUID(),
  pushRelayKey: 'x'.repeat(64),
  pushFcmKey: JSON.stringify({
    project_id: 'weavers',
    client_email: 'heddle@example.com',
    token_uri: `http://${host}/token`,
    private_key: pem('rsa'),
  }),
  pushFcmUrl: `http://${host}`,
  pushApnsKey: pem('ec'),
  pushApnsKeyId: 'KEY4567890',
  pushApnsTeamId: 'TEAM567890',
  pushApnsUrl: `http://${host}`,
  zoomUrl: `http://${host}`,
  zoomClientId: 'x',
  zoomClientSecret: 'x',
  zoomAccountId: 'x',
  webexApiUrl: `http://${host}`,
  webexClientId: 'x',
  webexClientSecret: 'x',
  bigBlueButtonUrl: `http://${host}/bigbluebutton`,
  bigBlueButtonSecret: 'x',
  nextcloudUrl: `http://${host}`,
  nextcloudTalkUser: 'heddle',
  nextcloudTalkPassword: 'x',
  constructorGroupsUrl: `http://${host}/xapi`,
  constructorGroupsAccessKey: 'x',
  constructorGroupsSecretKey: 'x',
  aiUrl: `http://${host}/v1`,
  aiModel: 'loom-7b',
  aiApiKey: 'x',
  transcriptUrl: `http://${host}/v1`,
  transcriptModel: 'ear-1',
  transcriptApiKey: 'x',
});

test('Every service of the configuration has a check of the doctor, which names it where it does not respond', async (t) => {
  const addresses = configKeys.filter((key) => getSetting(key).value === 'url' && key !== ownAddress);
  assert.deepEqual(
    addresses.toSorted(),
    Object.keys(checks).toSorted(),
    'say here which check of the doctor names the service, or that there is none to check',
  );
  const data = mkdtempSync(join(tmpdir(), 'heddle-doctor-'));
  undoAfter(t, () => rmSync(data, { recursive: true }));
  const host = `127.0.0.1:${await freePort()}`;
  const provider = `[[oidc]]\nid = "company"\nissuer = "http://${host}"\nclient_id = "x"\nclient_secret = "x"\n`;
  writeFileSync(join(data, 'heddle.toml'), provider, { mode: 0o600 });
  const findings = await examine({ data, ...everything(host) });
  const refused = findings.filter(({ name, state }) => name === 'configuration' && state !== 'ok');
  assert.deepEqual(refused, [], 'the settings of this test are valid');
  const named = [...Object.values(checks), 'sign-in: company'].map((name) => {
    const found = findings.find((finding) => finding.name === name);
    assert.doesNotMatch(found?.text ?? '', /heddle:x@|PRIVATE KEY/);
    return [name, found?.state, found?.state === 'problem' ? '' : found?.text];
  });
  assert.deepEqual(
    named,
    named.map(([name]) => [name, 'problem', '']),
  );
});
