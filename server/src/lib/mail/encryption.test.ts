import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { declareNotRun } from '../../../../tests/support/checks/not-run.ts';
import { certify, hasOpenssl, makeAuthority } from '../../../../tests/support/services/certificates.ts';
import { startSmtpReplies } from '../../../../tests/support/services/smtp-replies.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { loadConfig } from '../config/config.ts';
import { deliverEmail, verifyMailServer } from './deliver.ts';
import { chooseStartTls, parseMailUrl } from './encryption.ts';

const password = 'canary-of-the-loom';
const encoded = Buffer.from(`\0heddle\0${password}`).toString('base64');

interface Offers {
  startTls?: string;
  hasAuth?: boolean;
  /** What it says to AUTH. */
  auth?: string;
}

interface Said {
  line: string;
  isEncrypted: boolean;
}

/** A mail server, or a program between it and Heddle, that offers only some things. */
async function start(t: TestContext, { startTls, hasAuth = false, auth = '235 2.7.0 ok' }: Offers) {
  const said: Said[] = [];
  const reply = (line: string, isEncrypted: boolean): string => {
    if (line.startsWith('EHLO')) {
      const more = [
        ...(startTls !== undefined && !isEncrypted ? ['STARTTLS'] : []),
        ...(hasAuth ? ['AUTH PLAIN'] : []),
      ];
      return ['mail.example.com', ...more]
        .map((name, i, all) => `250${i === all.length - 1 ? ' ' : '-'}${name}`)
        .join('\r\n');
    }
    if (line === 'STARTTLS') return startTls ?? '502 5.5.1 Error: unknown command';
    if (line.startsWith('AUTH')) return auth;
    return line === 'DATA' ? '354 continue' : line === 'QUIT' ? '221 bye' : '250 2.0.0 ok';
  };
  const host = await startSmtpReplies(
    t,
    reply,
    (line, isEncrypted) => said.push({ line, isEncrypted }),
    certifyHere(t),
  );
  return { host, said };
}

function certifyHere(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-mail-'));
  undoAfter(t, () => rmSync(folder, { recursive: true }));
  return certify(folder, makeAuthority(folder, 'authority'), 'mail.example.com');
}

const email = { to: 'dan@example.com', subject: 'Reset', text: 'https://chat.example.com/secret-link' };

const send = (host: string, smtpStartTls: string, login = `heddle:${password}@`) =>
  deliverEmail(loadConfig({ data: '/nowhere', smtpUrl: `smtp://${login}${host}`, smtpStartTls }, {}), email);

const isSecret = ({ line }: Said) => /secret-link|canary/.test(line) || line.includes(encoded);

test('Which connections have to be encrypted depends on host and password, unless the setting says so', () => {
  const choose = (url: string) => chooseStartTls('auto', parseMailUrl(url));
  for (const host of [
    'mail.example.com:587',
    'mail',
    '10.1.2.3:25',
    '192.0.2.1',
    '[2001:db8::1]:587',
    'localhost.example.com',
  ])
    assert.equal(choose(`smtp://heddle:secret@${host}`), 'on', host);
  for (const host of ['mail.example.com:25', '198.51.100.7x.example', '[2606:4700::1]:25'])
    assert.equal(choose(`smtp://${host}`), 'on', host);
  for (const host of ['mail', 'mail.internal:25', '10.1.2.3', '[fd00::1]:25'])
    assert.equal(choose(`smtp://${host}`), 'offered', host);
  for (const host of ['localhost', 'LOCALHOST.:587', 'mail.localhost', '127.0.0.2:25', '[::1]:25'])
    assert.equal(choose(`smtp://heddle:secret@${host}`), 'offered', host);
  for (const mode of ['on', 'offered', 'off'] as const)
    assert.equal(chooseStartTls(mode, parseMailUrl('smtp://heddle:secret@mail.example.com')), mode);
});

test('A URL may have a percent sign that encodes nothing', () => {
  assert.deepEqual(parseMailUrl('smtps://a%40b:100%@[::1]:465'), {
    host: '::1',
    port: 465,
    isSecure: true,
    login: { user: 'a@b', pass: '100%' },
  });
});

if (!hasOpenssl) declareNotRun('Encryption of connections to mail servers', 'openssl is missing');
else {
  for (const offers of [{}, { hasAuth: true }, { startTls: '454 4.7.0 TLS not available', hasAuth: true }])
    test(`Neither email nor password is sent where encryption is refused: ${JSON.stringify(offers)}`, async (t) => {
      const { host, said } = await start(t, offers);
      await assert.rejects(send(host, 'on'), { code: 'ETLS', command: 'STARTTLS' });
      await assert.rejects(send(host, 'on', ''), { code: 'ETLS', command: 'STARTTLS' });
      assert.deepEqual(said.filter(isSecret), []);
      assert.ok(said.every(({ line }) => !/^(?:AUTH|MAIL|DATA)/.test(line)));
    });

  test('A server that does not know EHLO gets neither email nor password', async (t) => {
    const said: Said[] = [];
    const reply = (line: string) => (line.startsWith('EHLO') ? '502 what?' : '250 ok');
    const host = await startSmtpReplies(t, reply, (line, isEncrypted) => said.push({ line, isEncrypted }));
    await assert.rejects(send(host, 'on'), { code: 'ECONNECTION' });
    assert.deepEqual(said.filter(isSecret), []);
  });

  test('Neither email nor password is sent to a server whose certificate is not trusted', async (t) => {
    const { host, said } = await start(t, { startTls: '220 ready', hasAuth: true });
    await assert.rejects(send(host, 'on'), /certificate/);
    assert.deepEqual(said.filter(isSecret), []);
  });

  test('STARTTLS and the login are used where they are offered, and nothing is said before', async (t) => {
    for (const mode of ['auto', 'offered']) {
      const { host, said } = await start(t, { startTls: '220 ready', hasAuth: true });
      await send(host, mode);
      assert.ok(said.some(({ line }) => line === `AUTH PLAIN ${encoded}`));
      assert.ok(said.some(({ line }) => line.includes('secret-link')));
      assert.deepEqual(
        said.filter((one) => isSecret(one) && !one.isEncrypted),
        [],
      );
    }
  });

  test('An email is never sent without the login of the URL, although the server does not announce AUTH', async (t) => {
    const { host, said } = await start(t, { auth: '503 5.5.1 Error: authentication not enabled' });
    await assert.rejects(send(host, 'auto'), { code: 'EAUTH' });
    await assert.rejects(
      verifyMailServer(loadConfig({ data: '/nowhere', smtpUrl: `smtp://a:b@${host}` }, {})),
      { code: 'EAUTH' },
    );
    assert.ok(said.every(({ line }) => !/^(?:MAIL|DATA)/.test(line)));
  });

  test('An operator can choose that nothing is encrypted', async (t) => {
    const { host, said } = await start(t, { startTls: '220 ready', hasAuth: true });
    await send(host, 'off');
    assert.ok(said.some(({ line, isEncrypted }) => line === `AUTH PLAIN ${encoded}` && !isEncrypted));
    assert.ok(said.every(({ line }) => line !== 'STARTTLS'));
  });
}
