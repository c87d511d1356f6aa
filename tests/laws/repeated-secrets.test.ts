/**
 * A server that repeats all that it gets, in the words with which it refuses it, does not make Heddle show its own secrets. Each setting with
 * the address of a service is tried here, or says why none of its words are shown.
 */
import assert from 'node:assert/strict';
import { createServer as createHttp2Server, type ServerHttp2Stream } from 'node:http2';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { testOidc } from '../../server/src/features/sign-in-providers/test-oidc.ts';
import { optionsFrom, probeNats } from '../../server/src/lib/bus/nats-bus.ts';
import { type Config, loadConfig } from '../../server/src/lib/config/config.ts';
import { type ConfigKey, configKeys, getSetting } from '../../server/src/lib/config/config-schema.ts';
import { textsIn } from '../../server/src/lib/i18n/i18n.ts';
import { findLdapEntry, findLdapPerson } from '../../server/src/lib/ldap/find-person.ts';
import { ldapOfConfig } from '../../server/src/lib/ldap/settings.ts';
import { makeLog } from '../../server/src/lib/logging.ts';
import { deliverEmail, verifyMailServer } from '../../server/src/lib/mail/deliver.ts';
import { listUnseen, withMailbox } from '../../server/src/lib/mail/mailbox-client.ts';
import { ApnsSender } from '../../server/src/lib/mobile-push/apns.ts';
import { PushRelay } from '../../server/src/lib/mobile-push/relay.ts';
import { errorMessage } from '../../server/src/lib/thrown.ts';
import { apns } from '../support/services/app-push.ts';
import { usualProvider } from '../support/services/fake-issuer.ts';
import { getPort } from '../support/services/get-port.ts';
import { localServer } from '../support/services/local-server.ts';
import { startSmtpReplies } from '../support/services/smtp-replies.ts';
import { undoAfter } from '../support/undo.ts';

const secret = 'canary "of" the loom';
const token = 'canary-of-the-loom-4711';

/** What the log and the findings of the doctor show of an exchange. */
async function shown(work: () => Promise<unknown>): Promise<string> {
  let lines = '';
  const log = makeLog('info', { write: (line) => (lines += line) });
  try {
    lines += JSON.stringify((await work()) ?? '');
  } catch (error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) {
      log.error({ err: at }, 'an exchange failed');
      lines += errorMessage(at);
    }
  }
  return lines;
}

/** @param respond Gets what a line of the client is. */
async function lineServer(t: TestContext, greeting: string, respond: (line: string) => string) {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined).write(greeting);
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString('latin1').split('\r\n'))
        if (line !== '') socket.write(respond(line), 'latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => server.close());
  return `127.0.0.1:${getPort(server)}`;
}

const settings = (given: Record<string, string>): Config => loadConfig({ data: '/nowhere', ...given }, {});
const login = `heddle:${encodeURIComponent(secret)}@`;

async function trySmtp(t: TestContext): Promise<string[]> {
  let body = '';
  const answer = (refused: string) => (line: string) => {
    if (line.startsWith('EHLO')) return '250-mail.example.com\r\n250 AUTH PLAIN';
    if (line.startsWith(refused)) return `535 5.7.8 refused: ${line} ${body}`;
    return line === 'DATA' ? '354 continue' : '250 2.0.0 ok';
  };
  const start = async (refused: string) => {
    const host = await startSmtpReplies(t, answer(refused), (line) => (body += line));
    return settings({ smtpUrl: `smtp://${login}${host}` });
  };
  const email = { to: 'dan@example.com', subject: 'Reset', text: `https://chat.example.com/reset/${token}` };
  const [refusing, reading] = [await start('AUTH'), await start('.')];
  return Promise.all([
    shown(() => verifyMailServer(refusing)),
    shown(() => deliverEmail(refusing, email)),
    shown(() => deliverEmail(reading, email)),
  ]);
}

async function tryImap(t: TestContext): Promise<string[]> {
  let said = '';
  const start = (refused: RegExp) =>
    lineServer(t, '* OK ready\r\n', (line) => {
      said += ` ${line}`;
      const [tag = '', command = ''] = line.split(' ');
      if (refused.test(line)) return `${tag} NO [AUTHENTICATIONFAILED] refused:${said}\r\n`;
      const data = /^capability$/i.test(command) ? '* CAPABILITY IMAP4rev1\r\n' : '';
      return `${data}${tag} OK done\r\n`;
    });
  return Promise.all(
    [/LOGIN/i, /SELECT/i].map(async (refused) => {
      const imapUrl = `imap://${login}${await start(refused)}/INBOX`;
      return shown(() => withMailbox({ imapUrl, imapStartTls: 'auto' }, listUnseen));
    }),
  );
}

async function tryNats(t: TestContext): Promise<string[]> {
  const info = {
    server_id: 'x',
    version: '2.10.0',
    host: '127.0.0.1',
    port: 1,
    auth_required: true,
    max_payload: 1024,
    proto: 1,
  };
  const host = await lineServer(t, `INFO ${JSON.stringify(info)}\r\n`, (line) =>
    line.startsWith('CONNECT') ? `-ERR 'Authorization Violation ${line}'\r\n` : '',
  );
  assert.equal(optionsFrom(`nats://${login}${host}`).pass, secret);
  return [await shown(() => probeNats(`nats://${login}${host}`))];
}

const field = (tag: number, content: Buffer) =>
  Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content]);

/** Says to each request that an operation failed, and repeats all that it has got. */
async function tryLdap(t: TestContext): Promise<string[]> {
  const server = createServer((socket) => {
    let said = '';
    socket
      .on('error', () => undefined)
      .on('data', (request: Buffer) => {
        said += request.toString('latin1').replaceAll(/[^ -~]/g, ' ');
        const [id, operation] = [request[4] ?? 1, request[5] === 0x60 ? 0x61 : 0x65];
        const isBind = operation === 0x61;
        const status = Buffer.from([0x0a, 0x01, isBind && !said.includes(token) ? 0 : 1, 0x04, 0x00]);
        const result = field(operation, Buffer.concat([status, field(0x04, Buffer.from(said))]));
        socket.write(field(0x30, Buffer.concat([Buffer.from([0x02, 0x01, id]), result])));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => server.close());
  const start = (ldapBindPassword: string) => {
    const found = ldapOfConfig(
      settings({
        ldapUrl: `ldap://127.0.0.1:${getPort(server)}`,
        ldapStartTls: 'off',
        ldapSearchBase: 'dc=example,dc=com',
        ldapBindDn: 'cn=heddle',
        ldapBindPassword,
      }),
    );
    assert.ok(found);
    return found;
  };
  return Promise.all([
    shown(() => findLdapPerson(start(token), 'ada', 'x')),
    shown(() => findLdapEntry(start(secret), 'ada')),
  ]);
}

/** Refuses each request in JSON of all products, whose fields repeat its head and body. */
const repeater = (t: TestContext, documents: Record<string, object> = {}) =>
  localServer(t, (request, response) => {
    void text(request).then((body) => {
      const said = `${JSON.stringify(request.headers)} ${body} ${decodeURIComponent(body)} ${request.url ?? ''}`;
      const document = documents[request.url ?? ''];
      response.writeHead(document ? 200 : 400, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(
          document ?? { code: said, msg: said, error: said, error_description: said, reason: said },
        ),
      );
    });
  });

async function tryRelay(t: TestContext): Promise<string[]> {
  const { url } = await repeater(t);
  const relay = new PushRelay({ url, id: '0'.repeat(36), key: token });
  return [
    await shown(() => relay.check()),
    await shown(() => relay.enroll('chat.example.com', 'operator@example.com')),
  ];
}

async function tryApple(t: TestContext): Promise<string[]> {
  const { config } = await apns(t);
  const server = createHttp2Server();
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.respond({ ':status': 400 });
    stream.end(JSON.stringify({ reason: JSON.stringify(headers) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => server.close());
  const account = { url: `http://127.0.0.1:${getPort(server)}`, keyId: 'KEY4567890', teamId: 'TEAM567890' };
  const sender = new ApnsSender({ ...account, privateKey: config.pushApnsKey ?? '' });
  const push = { kind: 'apns', tokenId: '', keyId: 0, encrypted: '', isSilent: true } as const;
  const said = await shown(() => sender.send({ token, appId: 'app' }, push));
  assert.doesNotMatch(said, /bearer ey/);
  return [said];
}

test('A provider of sign-ins that repeats what it gets shows no secret in the report of a test', async (t) => {
  const documents: Record<string, object> = {};
  const { url } = await repeater(t, documents);
  documents['/.well-known/openid-configuration'] = {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
  };
  const provider = { ...usualProvider, issuer: url, clientSecret: secret };
  const tested = { provider, redirectUri: `${url}/x`, metadataUrl: url, reachable: undefined, now: 0 };
  const said = await shown(() => testOidc(textsIn.en, tested));
  assert.match(said, /code_verifier=\(secret\)/);
  assertSilent(said, 'sign-in');
});

const tried: Partial<Record<ConfigKey, (t: TestContext) => Promise<string[]>>> = {
  smtpUrl: trySmtp,
  imapUrl: tryImap,
  nats: tryNats,
  ldapUrl: tryLdap,
  pushRelayUrl: tryRelay,
  pushApnsUrl: tryApple,
};

const onlyStatus = 'only the status of a response is shown';
const silent: Partial<Record<ConfigKey, string>> = {
  baseUrl: 'it is this server',
  acmeDirectory: 'requests are signed',
  s3Endpoint: 'requests are signed',
  backupS3Endpoint: 'requests are signed',
  databaseUrl: 'it has all that this server knows',
  pushFcmUrl: onlyStatus,
  zoomUrl: onlyStatus,
  webexApiUrl: onlyStatus,
  bigBlueButtonUrl: onlyStatus,
  nextcloudUrl: onlyStatus,
  constructorGroupsUrl: onlyStatus,
  aiUrl: onlyStatus,
  transcriptUrl: onlyStatus,
};

function assertSilent(said: string, what: string): void {
  const forms = [secret, token, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), 'canary'];
  const encoded = ['\0heddle\0', 'heddle:', `${'0'.repeat(36)}:`].flatMap((before) =>
    [secret, token].map((one) =>
      Buffer.from(before + one)
        .toString('base64')
        .slice(-24, -4),
    ),
  );
  for (const form of [...forms, ...encoded]) assert.ok(!said.includes(form), `${what}: ${said}`);
}

test('Every address of a service is tried, or says why it need not be', () => {
  const addresses = configKeys.filter((key) => getSetting(key).value === 'url');
  assert.deepEqual([...Object.keys(tried), ...Object.keys(silent)].toSorted(), addresses.toSorted());
});

for (const [key, run] of Object.entries(tried))
  test(`A server at ${key} that repeats what it gets shows no secret in logs and findings`, async (t) => {
    for (const said of await run(t)) {
      assert.match(said, /refused|status 400|violation|cannot be asked/i);
      assertSilent(said, key);
    }
  });
