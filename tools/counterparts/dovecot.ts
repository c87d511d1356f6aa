/** Dovecot: the mailbox from which emails are fetched. */
import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { certify, makeAuthority } from '../../tests/support/services/certificates.ts';
import { freePort } from '../../tests/support/services/free-port.ts';
import { until } from '../../tests/support/until.ts';
import type { Daemon } from './daemon.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

const nobody = 65_534;
const password = 'reads-the-mail';

interface Ports {
  imap: number;
  imaps: number;
}

const configuration = (stage: Stage, { imap, imaps }: Ports, ssl = 'yes'): string => {
  const { certificate, key } = certify(stage.folder, makeAuthority(stage.folder, 'authority'), 'localhost');
  return `
base_dir = ${stage.makeFolder('run')}
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = ${ssl}
ssl_cert = <${certificate}
ssl_key = <${key}
disable_plaintext_auth = no
mail_location = maildir:${stage.folder}/mail
auth_failure_delay = 0
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${stage.folder}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
service anvil {
  chroot =
}
`;
};

/** Whether something greets at this port. */
export const greets = (port: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(2000, () => resolve(false));
  socket.once('error', () => resolve(false));
  socket.once('data', () => resolve(true));
  return promise.finally(() => socket.destroy());
};

interface Mailbox {
  stage: Stage;
  ports: Ports;
  daemon: Daemon;
  server: HeddleServer;
  address: string;
}

const settings = ({ imap }: Ports, more = {}): string =>
  Object.entries({
    imap_url: `imap://heddle:${password}@localhost:${imap}/INBOX`,
    imap_poll_seconds: 10,
    mail_replies: 'reply+%s@chat.example.com',
    ...more,
  })
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join('\n');

/** As a mail server puts it there. */
function deliver({ stage }: Mailbox, to: string, text: string, from = 'Ben <ben@example.org>'): string {
  const lines = [`From: ${from}`, `To: ${to}`, 'Subject: Looms', `Message-ID: <${text}@example.org>`];
  const headers = [
    ...lines,
    'Content-Type: text/plain; charset=utf-8',
    'Date: Sat, 28 Nov 2026 10:00:00 +0000',
  ];
  const name = `${Date.now()}.${text}.host`;
  for (const folder of ['cur', 'new', 'tmp']) {
    const made = path.join(stage.folder, 'mail', folder);
    if (existsSync(made)) continue;
    mkdirSync(made, { recursive: true });
    chownSync(made, nobody, nobody);
  }
  chownSync(path.join(stage.folder, 'mail'), nobody, nobody);
  const temporary = path.join(stage.folder, 'mail/tmp', name);
  writeFileSync(temporary, `${[...headers, '', text].join('\r\n')}\r\n`);
  chownSync(temporary, nobody, nobody);
  renameSync(temporary, path.join(stage.folder, 'mail/new', name));
  return text;
}

/** The letters behind its name: S for seen, F for flagged. */
const flags = ({ stage }: Mailbox, text: string): string | undefined =>
  readdirSync(path.join(stage.folder, 'mail/cur'))
    .find((name) => name.includes(`.${text}.`))
    ?.split(',')
    .at(-1);

export const dovecot: Counterpart = {
  title: 'Dovecot',
  packages: ['dovecot-imapd', 'openssl'],
  async prove(stage) {
    const ports = { imap: await freePort(), imaps: await freePort() };
    const config = stage.write('dovecot.conf', configuration(stage, ports));
    const daemon = await stage.start({
      command: '/usr/sbin/dovecot',
      args: ['-F', '-c', config],
      isReady: () => greets(ports.imap),
    });
    process.env.NODE_EXTRA_CA_CERTS = path.join(stage.folder, 'authority.pem');
    stage.undo(() => void delete process.env.NODE_EXTRA_CA_CERTS);
    const server = await HeddleServer.start(stage, settings(ports));
    await server.addChannel();
    const { json: channel } = await server.as().get('/get_stream_id', { stream: 'looms' });
    const { json } = await server.as().get(`/streams/${channel.stream_id}/email_address`);
    assert.ok(json.email, json.msg);
    const mailbox: Mailbox = { stage, ports, daemon, server, address: String(json.email) };
    await fetchMail(mailbox);
    await fail(mailbox);
  },
};

async function fetchMail(mailbox: Mailbox): Promise<void> {
  const { stage, server, address, ports } = mailbox;
  await stage.check('An email to a channel is posted, and marked as seen', async () => {
    await server.waitForMessage(deliver(mailbox, address, 'warp'));
    await until('the email is seen', () => flags(mailbox, 'warp') === 'S');
  });
  await stage.check('An email with a wrong token is not posted, and flagged', async () => {
    deliver(mailbox, address.replace(/\.[0-9a-f]{32}/, `.${'0'.repeat(32)}`), 'weft');
    await until('the email is flagged', () => flags(mailbox, 'weft') === 'FS');
  });
  await stage.check('The same over IMAPS, whose certificate is checked', async () => {
    await server.restart(settings(ports, { imap_url: `imaps://heddle:x@127.0.0.1:${ports.imaps}/INBOX` }));
    await server.expectFinding('mailbox', 'problem', /certificate/i);
    const url = `imaps://heddle:${password}@localhost:${ports.imaps}/INBOX`;
    await server.restart(settings(ports, { imap_url: url }));
    await server.waitForMessage(deliver(mailbox, address, 'heald'));
    await server.expectFinding('mailbox', 'ok');
  });
}

async function fail(mailbox: Mailbox): Promise<void> {
  const { stage, server, address, ports, daemon } = mailbox;
  await stage.check('A wrong password is named in the words of the server, by doctor and log', async () => {
    await server.restart(settings(ports, { imap_url: `imap://heddle:wrong@localhost:${ports.imap}/INBOX` }));
    await server.expectFinding('mailbox', 'problem', /AUTHENTICATIONFAILED/);
    await server.waitForLog(/AUTHENTICATIONFAILED/);
  });
  await stage.check('A missing folder is named by the doctor', async () => {
    const url = `imap://heddle:${password}@localhost:${ports.imap}/Nowhere`;
    await server.restart(settings(ports, { imap_url: url }));
    await server.expectFinding('mailbox', 'problem', /Nowhere/);
  });
  await stage.check(
    'Without STARTTLS no password is sent where it is demanded, as the doctor says',
    async () => {
      await server.restart(settings(ports, { imap_start_tls: 'on' }));
      await server.expectFinding('mailbox', 'ok');
      stage.write('dovecot.conf', configuration(stage, ports, 'no'));
      await daemon.restart();
      await server.expectFinding('mailbox', 'problem', /STARTTLS.*imap_start_tls/);
      stage.write('dovecot.conf', configuration(stage, ports));
      await daemon.restart();
    },
  );
  await server.restart(settings(ports));
  await stage.check(
    'Stopped: doctor and log name it; started again: the emails that came meanwhile are posted',
    async () => {
      await daemon.stop();
      deliver(mailbox, address, 'shuttle');
      await server.expectFinding('mailbox', 'problem');
      await server.waitForLog(/IMAP failed/);
      await daemon.start();
      await server.waitForMessage('shuttle');
    },
  );
  await stage.check(
    'Frozen: the doctor says so within ten seconds; thawed: the emails that came meanwhile are posted',
    async () => {
      daemon.freeze();
      deliver(mailbox, address, 'treadle');
      await server.expectFinding('mailbox', 'problem');
      daemon.thaw();
      await server.waitForMessage('treadle');
    },
  );
}
