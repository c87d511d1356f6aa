import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { getPort } from '../../../../../tests/support/services/get-port.ts';
import { serve } from '../../../../../tests/support/process/child.ts';
import { freePort } from '../../../../../tests/support/services/free-port.ts';
import { makePlace } from '../../../../../tests/support/engines.ts';
import { declareNotRun } from '../../../../../tests/support/checks/not-run.ts';
import { pushRelay, relayId, relayKey } from '../../../../../tests/support/services/push-relay.ts';
import { startNats } from '../../../../../tests/support/services/nats.ts';
import { sharedFiles } from '../../../../../tests/support/nodes.ts';
import { imapServer } from '../../../../../tests/support/services/imap-server.ts';
import { makeS3 } from '../../../../../tests/support/services/s3.ts';
import { startSmtpReplies } from '../../../../../tests/support/services/smtp-replies.ts';
import {
  base,
  hasSlapd,
  noSlapd,
  reader,
  startSlapd,
  type Slapd,
} from '../../../../../tests/support/services/slapd.ts';
import { undoAfter } from '../../../../../tests/support/undo.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { checkBackups } from './backups.ts';
import { checkMailSender } from './mail-sender.ts';
import { checkMail } from './mail-server.ts';
import { checkNats } from './nats.ts';
import { checkProxy } from './proxy.ts';
import { checkPushRelay, checkMailbox, findWithin, checkLdap, checkStore } from './services.ts';

const configured = (settings: Record<string, unknown>) => loadConfig({ data: '/nowhere', ...settings }, {});
const checkBucket = (settings: { s3Bucket?: string; s3SecretAccessKey?: string }) =>
  checkStore(configured(settings), settings.s3Bucket ?? '');

/** A mail server that knows one password, and keeps what it is given. */
async function mailServer(t: TestContext) {
  const said: string[] = [];
  return { said, host: await startSmtpReplies(t, answerTo, (line) => said.push(line)) };
}

function answerTo(line: string): string {
  if (line.startsWith('EHLO')) return '250-mail.example.com\r\n250 AUTH PLAIN';
  if (line.startsWith('AUTH PLAIN')) {
    const given = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
    return given === '\0heddle\0right' ? '235 ok' : '535 no';
  }
  return line === 'DATA' ? '354 continue' : line === 'QUIT' ? '221 bye' : '250 ok';
}

test('The doctor opens the mailbox as the server does, and reports refusals in the words of its server', async (t) => {
  assert.equal((await checkMailbox(configured({}))).state, 'ok');
  const imap = await imapServer(t);
  imap.add(['Subject: x', '', 'x']);
  const settings = { mailReplies: 'reply+%s@example.com', imapUrl: imap.url };
  const opened = await checkMailbox(configured(settings));
  assert.deepEqual(
    [opened.state, opened.text],
    ['ok', `127.0.0.1:${String(imap.port)}/INBOX opens; 1 emails wait in it`],
  );
  imap.password = 'changed';
  const refused = await checkMailbox(configured(settings));
  assert.equal(refused.state, 'problem');
  assert.match(refused.text, /The mail server refused the sign-in: AUTHENTICATIONFAILED: .*wrong/);
  assert.doesNotMatch(refused.text, /secret/);
  const imapUrl = `imap://a:b@127.0.0.1:${String(await freePort())}/INBOX`;
  const gone = await checkMailbox(configured({ ...settings, imapUrl }));
  assert.match(`${gone.state} ${gone.text}`, /^problem .*ECONNREFUSED/);
});

test('The doctor says what to change where a mailbox offers no encryption, and sends no password there', async (t) => {
  const imap = await imapServer(t);
  const settings = { mailReplies: 'reply+%s@example.com', imapUrl: imap.url, imapStartTls: 'on' };
  const found = await checkMailbox(configured(settings));
  assert.equal(found.state, 'problem');
  assert.match(
    found.text,
    /Server does not support STARTTLS\. Nothing was sent.*imaps:.*imap_start_tls = "offered"/,
  );
  assert.deepEqual(
    imap.commands.filter((line) => /LOGIN|AUTH|secret/i.test(line)),
    [],
  );
});

test('A service that accepts connections and never responds is a problem once the deadline has passed', async () => {
  const late = await findWithin('mail', new Promise(() => undefined), 10);
  assert.deepEqual([late.name, late.state], ['mail', 'problem']);
  const found = { name: 'mail', state: 'ok', text: 'x' } as const;
  assert.deepEqual(await findWithin('mail', Promise.resolve(found)), found);
});

test('The doctor signs in to the mail server and sends nothing without --mail-to', async (t) => {
  const { said, host } = await mailServer(t);
  const config = configured({ smtpUrl: `smtp://heddle:right@${host}` });
  const finding = await checkMail(config);
  assert.deepEqual([finding.state, finding.text], ['ok', `${host} accepts the sign-in`]);
  assert.ok(!said.some((line) => line.startsWith('MAIL FROM')));
  assert.match((await checkMail(config, 'ada@example.com')).text, /accepted an email to ada@example\.com/);
  assert.ok(said.includes('RCPT TO:<ada@example.com>'));
});

test('The doctor explains how to fix a mail server that rejects the password or is unreachable', async (t) => {
  const { host } = await mailServer(t);
  const refused = await checkMail(configured({ smtpUrl: `smtp://heddle:canary@${host}` }));
  assert.equal(refused.state, 'problem');
  assert.match(refused.text, /rejected the username or password in smtp_url/);
  const gone = await checkMail(configured({ smtpUrl: `smtp://heddle:canary@127.0.0.1:${await freePort()}` }));
  assert.equal(gone.state, 'problem');
  assert.match(gone.text, /check (?:host and )?port/);
  assert.ok(!`${refused.text}${gone.text}`.includes('canary'));
});

test('The doctor says what to change where a mail server offers no encryption, or no login', async (t) => {
  const reply = (line: string) => (/^(?:STARTTLS|AUTH)/.test(line) ? '502 5.5.1 unknown command' : '250 ok');
  const smtpUrl = `smtp://heddle:canary@${await startSmtpReplies(t, reply)}`;
  const withoutTls = await checkMail(configured({ smtpUrl, smtpStartTls: 'on' }));
  assert.match(
    `${withoutTls.state} ${withoutTls.text}`,
    /^problem .*offers no encryption.*smtps:.*smtp_start_tls = "offered"/,
  );
  const withoutLogin = await checkMail(configured({ smtpUrl }));
  assert.match(`${withoutLogin.state} ${withoutLogin.text}`, /^problem .*offers no login \(AUTH\).*587/);
  assert.ok(!`${withoutTls.text}${withoutLogin.text}`.includes('canary'));
  const open = await checkMail(configured({ smtpUrl: smtpUrl.replace('heddle:canary@', '') }));
  assert.match(`${open.state} ${open.text}`, /^ok .*no user and password/);
});

test('The doctor reaches the NATS server of nodes, names one that it does not reach, and says if none is used', async (t) => {
  const shared = { databaseUrl: 'postgres://db/heddle', ...sharedFiles };
  const server = await startNats(t);
  const finding = await checkNats(configured({ ...shared, nats: server.url }));
  assert.deepEqual([finding.state, finding.text], ['ok', `127.0.0.1:${server.port} responds`]);
  const half = await checkNats(
    configured({ ...shared, nats: `nats://127.0.0.1:${String(await freePort())},${server.url}` }),
  );
  assert.equal(half.state, 'warning');
  assert.match(half.text, /connection refused.*meanwhile the other servers are used/);
  await server.stop();
  const gone = await checkNats(
    configured({ ...shared, nats: `nats://heddle:canary@127.0.0.1:${server.port}` }),
  );
  assert.equal(gone.state, 'problem');
  assert.match(gone.text, new RegExp(`^127\\.0\\.0\\.1:${server.port}: connection refused\\. Check nats,`));
  assert.ok(!gone.text.includes('canary'));
  assert.equal((await checkNats(configured({ nats: server.url }))).state, 'warning');
  assert.equal((await checkNats(configured(shared))).state, 'ok');
});

test('The doctor writes, reads and deletes a test object in the bucket and leaves nothing behind', async (t) => {
  const stub = await makeS3(t);
  assert.equal((await checkBucket(stub.config)).state, 'ok');
  assert.deepEqual(
    stub.seen.map((line) => line.split(' ')[0]),
    ['PUT', 'GET', 'DELETE'],
  );
  assert.equal(stub.objects.size, 0);
});

test('The doctor names the DNS records without which emails are taken for spam', async () => {
  const config = configured({ smtpUrl: 'smtp://mail.example.com', mailFrom: 'Heddle <noreply@example.com>' });
  const resolver =
    (records: Record<string, string[]>, code = 'ENODATA') =>
    (host: string) => {
      const found = records[host];
      return found
        ? Promise.resolve([found])
        : Promise.reject(Object.assign(new Error('query failed'), { code }));
    };
  const check = (records: Record<string, string[]>, dkimSelector?: string) =>
    checkMailSender(config, { resolve: resolver(records), dkimSelector });
  const spf = { 'example.com': ['v=spf1 ', 'mx -all'] };
  const dmarc = { '_dmarc.example.com': ['v=DMARC1; p=reject'] };
  const dkim = { 'mail._domainkey.example.com': ['v=DKIM1; k=rsa; ', 'p=MIGf'] };
  assert.equal((await check({ ...spf, ...dmarc, ...dkim })).state, 'ok');
  const advice = async (...given: Parameters<typeof check>) => {
    const { state, text } = await check(...given);
    assert.equal(state, 'warning');
    return text;
  };
  assert.match(await advice({ ...spf, ...dkim }), /_dmarc\.example\.com has no DMARC record: add a TXT/);
  assert.match(
    await advice({ ...dmarc, ...dkim }),
    /example\.com has no SPF record: .*"v=spf1 mx a:mail\.example\.com -all"/,
  );
  const open = { 'example.com': ['v=spf1 +all'] };
  assert.match(await advice({ ...open, ...dmarc, ...dkim }), /allows every server/);
  assert.match(await advice({ ...spf, ...dmarc }), /No DKIM key .* --dkim-selector/);
  assert.match(
    await advice({ ...spf, ...dmarc, ...dkim }, 'own'),
    /no DKIM key at own\._domainkey\.example\.com/,
  );
  const revoked = { 'own._domainkey.example.com': ['v=DKIM1; p='] };
  assert.match(await advice({ ...spf, ...dmarc, ...revoked }, 'own'), /is revoked/);
  const away = { resolve: resolver({}, 'ETIMEOUT') };
  assert.match((await checkMailSender(config, away)).text, /^Not tested: .*ETIMEOUT/);
  const knows = (isKnown: boolean) =>
    checkMailSender(config, {
      resolve: resolver({}, 'ENOTFOUND'),
      knowsInternet: () => Promise.resolve(isKnown),
    });
  assert.match((await knows(true)).text, /^There is no domain example\.com in the DNS.*mail_from/);
  const closed = await knows(false);
  assert.match(
    `${closed.state} ${closed.text}`,
    /^ok Not tested: no name of the Internet can be resolved here/,
  );
  const spfFor = async (host: string) => {
    const given = { ...config, smtpUrl: `smtp://${host}` };
    return (await checkMailSender(given, { resolve: resolver({}) })).text;
  };
  assert.match(await spfFor('localhost:25'), /"v=spf1 mx ip4:<its public address> -all"/);
  assert.match(await spfFor('8.8.4.4'), /"v=spf1 mx ip4:8\.8\.4\.4 -all"/);
  assert.match(await spfFor('[2606:4700::1]:587'), /"v=spf1 mx ip6:2606:4700::1 -all"/);
  const unset = configured({ smtpUrl: 'smtp://mail.example.com' });
  assert.match((await checkMailSender(unset)).text, /mail_from is not set/);
});

test('The doctor writes where scheduled backups are kept, and warns about old or missing ones', async (t) => {
  assert.match((await checkBackups(configured({}))).text, /^There are no scheduled backups\. Set backup_to/);
  const { dataDir, remove } = await makePlace('sqlite');
  undoAfter(t, remove);
  const folder = join(dataDir, 'backups');
  const inFolder = configured({ backupTo: folder });
  assert.match((await checkBackups(inFolder)).text, /can be written; there is no scheduled backup yet$/);
  assert.equal(existsSync(folder), false);
  mkdirSync(folder);
  writeFileSync(join(folder, 'heddle-20261124T030000Z.heddle'), '');
  const made = Date.UTC(2026, 10, 24, 3);
  assert.equal((await checkBackups(inFolder, made + 47 * 3600_000)).state, 'ok');
  const old = await checkBackups(inFolder, made + 49 * 3600_000);
  assert.equal(old.state, 'problem');
  assert.match(old.text, /is of 2026-11-24T03:00:00\.000Z\. Start the server, and search its log/);
  const s3 = await makeS3(t);
  const inBucket = configured({ ...s3.config, backupTo: 's3://threads/vault' });
  assert.equal((await checkBackups(inBucket)).state, 'ok');
  assert.equal(s3.objects.size, 0);
  const wrong = await checkBackups(configured({ ...s3.config, backupTo: 's3://elsewhere' }));
  assert.equal(wrong.state, 'problem');
  assert.match(wrong.text, /There is no bucket elsewhere/);
});

test('The doctor reports what the object store refuses and which settings to check', async (t) => {
  const stub = await makeS3(t);
  const wrongKey = await checkBucket({ ...stub.config, s3SecretAccessKey: 'canary' });
  assert.equal(wrongKey.state, 'problem');
  assert.match(wrongKey.text, /cannot put an object.*s3_secret_access_key/);
  assert.ok(!wrongKey.text.includes('canary'));
  const wrongBucket = await checkBucket({ ...stub.config, s3Bucket: 'nobodys' });
  assert.match(wrongBucket.text, /check s3_bucket/);
  stub.fail('GET', 'lost');
  const lost = await checkBucket(stub.config);
  assert.match(lost.text, /cannot get an object/);
  assert.equal(stub.objects.size, 0);
});

if (hasSlapd)
  describe('The doctor', () => {
    let slapd: Slapd;
    before(async () => {
      slapd = await startSlapd([{ uid: 'dan', cn: 'Dan', mail: 'dan@example.com', password: 'shuttle' }]);
    });
    after(() => slapd.stop());

    test('The doctor binds to the LDAP directory, searches it, and reports which setting is wrong', async () => {
      const right = {
        ldapUrl: slapd.url,
        ldapStartTls: 'off',
        ldapSearchBase: base,
        ldapBindDn: reader.dn,
        ldapBindPassword: reader.password,
      };
      const found = async (change: Record<string, unknown>) => checkLdap(configured({ ...right, ...change }));
      assert.match((await found({})).text, /accepts .*reader.* found 1 entry/);
      const wrong = [
        [{ ldapBindPassword: 'canary' }, /does not accept the account for searches/],
        [{ ldapSearchBase: 'ou=nobody,dc=example,dc=com' }, /Check the search base/],
        [{ ldapUrl: `ldap://127.0.0.1:${await freePort()}` }, /refuses the connection/],
      ] as const;
      for (const [change, remedy] of wrong) {
        const { state, text } = await found(change);
        assert.equal(state, 'problem', JSON.stringify(change));
        assert.match(text, remedy);
        assert.ok(!text.includes('canary'));
      }
    });
  });
else declareNotRun('The doctor and an LDAP directory', noSlapd);

/** Passes requests on to a port, with the given headers. */
async function proxyTo(t: TestContext, port: () => number, headers: Record<string, string>) {
  const server = createHttpServer((incoming, response) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port: port(), path: incoming.url, headers: { ...incoming.headers, ...headers } },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      },
    );
    sent.on('error', () => response.writeHead(502).end());
    sent.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${getPort(server)}`;
}

test('The doctor detects from a request through base_url whether the proxy is configured correctly', async (t) => {
  const { dataDir, remove } = await makePlace('sqlite');
  undoAfter(t, remove);
  let port = 0;
  const forwarded = { 'x-forwarded-for': '192.0.2.7' };
  const good = await proxyTo(t, () => port, forwarded);
  const silent = await proxyTo(t, () => port, {});
  const renaming = await proxyTo(t, () => port, { ...forwarded, host: 'inside:1' });
  const elsewhere = await proxyTo(t, () => 1, {});
  const trust = ['--trusted-proxies', '127.0.0.1'];
  const finding = async (baseUrl: string, trustedProxies?: string) =>
    checkProxy(loadConfig({ data: dataDir, baseUrl, trustedProxies }, {}), true);
  const server = await serve(t, ['--data', dataDir, ...trust]);
  ({ port } = server);
  const well = await finding(good, '127.0.0.1');
  assert.deepEqual(
    [well.state, well.text],
    ['ok', `A request to ${good} arrived from 192.0.2.7 through the proxy 127.0.0.1`],
  );
  for (const [baseUrl, trusted, remedy] of [
    [good, undefined, /Add 127\.0\.0\.1 to trusted_proxies/],
    [silent, '127.0.0.1', /does not send X-Forwarded-For/],
    [renaming, '127.0.0.1', /forward the Host header/],
    [elsewhere, '127.0.0.1', /do not reach this server/],
    [`http://127.0.0.1:${await freePort()}`, '127.0.0.1', /cannot be reached from here/],
  ] as const) {
    const { state, text } = await finding(baseUrl, trusted);
    assert.equal(state, 'problem', text);
    assert.match(text, remedy);
  }
});

test('The doctor warns about an https base_url without a trusted proxy, even while the server is stopped', async () => {
  const https = await checkProxy(configured({ baseUrl: 'https://chat.example.com' }), false);
  assert.equal(https.state, 'warning');
  assert.match(https.text, /Set trusted_proxies/);
  const both = { baseUrl: 'https://chat.example.com', trustedProxies: '127.0.0.1' };
  assert.equal((await checkProxy(configured(both), false)).state, 'ok');
  assert.equal((await checkProxy(configured({}), false)).state, 'ok');
});

test('The doctor says whether the push relay knows this server', async (t) => {
  const relay = await pushRelay(t);
  const settings = { baseUrl: 'https://chat.example.com', pushRelayId: relayId, pushRelayKey: relayKey };
  const check = (pushRelayUrl: string) => checkPushRelay(configured({ ...settings, pushRelayUrl }));
  assert.equal((await check(relay.url)).state, 'ok');
  relay.response = { status: 401, json: { code: 'UNAUTHORIZED', msg: 'Server auth failure' } };
  const unknown = await check(relay.url);
  assert.equal(unknown.state, 'problem');
  assert.match(unknown.text, /Server auth failure.*heddle push enroll/);
  assert.match((await check(`http://127.0.0.1:${await freePort()}`)).text, /Check push_relay_url/);
  assert.equal((await checkPushRelay(configured({}))).state, 'ok');
});
