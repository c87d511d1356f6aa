/** Postfix: emails that Heddle sends, with STARTTLS and a login that Dovecot checks, and emails that Postfix brings. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { certify, makeAuthority } from '../../tests/support/services/certificates.ts';
import { freePort } from '../../tests/support/services/free-port.ts';
import { until } from '../../tests/support/until.ts';
import { run } from '../release/run.ts';
import type { Daemon } from './daemon.ts';
import { greets } from './dovecot.ts';
import type { Counterpart, Stage } from './frame.ts';
import { HeddleServer } from './heddle-server.ts';

const nobody = 65_534;
const domain = 'chat.example.com';
const login = { user: 'heddle', password: 'sends-the-mail' };

const authentication = (stage: Stage): string => `
base_dir = ${stage.makeFolder('auth')}
log_path = /dev/stderr
protocols =
ssl = no
auth_failure_delay = 0
passdb {
  driver = static
  args = password=${login.password}
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=/nonexistent
}
service anvil {
  chroot =
}
service auth {
  unix_listener ${stage.folder}/auth/postfix {
    mode = 0666
  }
}
`;

interface Ports {
  smtp: number;
  receiver: number;
}

/** Takes any email of someone who has signed in, and brings emails for `reply+…` to Heddle. */
const main = (stage: Stage, { receiver }: Ports): string => {
  const { certificate, key } = certify(stage.folder, makeAuthority(stage.folder, 'authority'), 'localhost');
  return `
compatibility_level = 3.6
queue_directory = ${stage.folder}/queue
data_directory = ${stage.folder}/state
mail_owner = postfix
maillog_file = ${stage.folder}/log
maillog_file_prefixes = ${stage.folder}
myhostname = mail.example.com
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = loopback-only
inet_protocols = ipv4
smtpd_tls_cert_file = ${certificate}
smtpd_tls_key_file = ${key}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${stage.folder}/auth/postfix
smtpd_sender_restrictions = permit_sasl_authenticated, check_sender_access inline:{ { noreply@${domain} = REJECT } }, permit
virtual_mailbox_domains = example.com
virtual_mailbox_maps = static:all/
virtual_mailbox_base = ${stage.folder}/mail
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
relay_domains = ${domain}
transport_maps = inline:{ { ${domain} = smtp:[127.0.0.1]:${receiver} } }
recipient_delimiter =
`;
};

const services = (smtp: number): string =>
  readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) =>
      line
        .replace(/^smtp +inet/, `127.0.0.1:${smtp} inet`)
        // No program is in a root of its own, where the files of this folder are not.
        .replace(/^(\S+ +\S+ +\S+ +\S+ +)y( .*)$/, '$1n$2'),
    )
    .join('\n');

interface Mail {
  stage: Stage;
  ports: Ports;
  daemon: Daemon;
  server: HeddleServer;
  etc: string;
}

const settings = ({ smtp, receiver }: Ports, password = login.password): string => `
smtp_url = "smtp://${login.user}:${password}@localhost:${smtp}"
mail_from = "Heddle <noreply@${domain}>"
mail_replies = "reply+%s@${domain}"
smtp_receiver_port = ${receiver}
`;

export const postfix: Counterpart = {
  title: 'Postfix',
  packages: ['postfix', 'dovecot-core', 'openssl'],
  async prove(stage) {
    const ports = { smtp: await freePort(), receiver: await freePort() };
    const etc = stage.makeFolder('etc');
    stage.write('etc/main.cf', main(stage, ports));
    stage.write('etc/master.cf', services(ports.smtp));
    for (const name of ['queue', 'state', 'mail']) stage.makeFolder(name);
    chownSync(path.join(stage.folder, 'mail'), nobody, nobody);
    chmodSync(path.join(stage.folder, 'queue'), 0o755);
    run('chown', ['postfix', path.join(stage.folder, 'state')]);
    await stage.start({
      command: '/usr/sbin/dovecot',
      args: ['-F', '-c', stage.write('auth.conf', authentication(stage))],
      isReady: async () => existsSync(path.join(stage.folder, 'auth/postfix')),
    });
    // Makes the folders of the queue.
    run('/usr/sbin/postfix', ['-c', etc, 'check']);
    const daemon = await stage.start({
      command: '/usr/lib/postfix/sbin/master',
      args: ['-c', etc, '-d'],
      leadsGroup: true,
      isReady: () => greets(ports.smtp),
    });
    process.env.NODE_EXTRA_CA_CERTS = path.join(stage.folder, 'authority.pem');
    stage.undo(() => void delete process.env.NODE_EXTRA_CA_CERTS);
    const server = await HeddleServer.start(stage, settings(ports));
    const mail: Mail = { stage, ports, daemon, server, etc };
    await sendMail(mail);
    await receiveMail(mail);
    await fail(mail);
  },
};

/** The emails that someone got, the newest last. */
function readMail({ stage }: Mail): string[] {
  const folder = path.join(stage.folder, 'mail/all/new');
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    : [];
}

const untilMail = (mail: Mail, pattern: RegExp): Promise<void> =>
  until(`an email with ${String(pattern)}`, () => readMail(mail).some((text) => pattern.test(text)), 100);

const invite = async ({ server }: Mail, email: string): Promise<void> => {
  const { json } = await server
    .as()
    .post('/invites', { invitee_emails: email, invite_as: 400, stream_ids: '[]' });
  assert.equal(json.result, 'success', json.msg);
};

async function sendMail(mail: Mail): Promise<void> {
  const { stage, server } = mail;
  await stage.check('An invitation arrives, sent with STARTTLS and a login', async () => {
    await invite(mail, 'ben@example.com');
    await untilMail(mail, /^To: ben@example\.com/m);
    const [text = ''] = readMail(mail);
    assert.match(text, /^Received: .*\n?.*(?:with ESMTPSA|TLS)/m);
    assert.match(text, /\/join\//);
    await server.expectFinding('mail', 'ok');
  });
}

async function receiveMail(mail: Mail): Promise<void> {
  const { stage, server, ports, etc } = mail;
  await server.addChannel();
  const { json: channel } = await server.as().get('/get_stream_id', { stream: 'looms' });
  const { json } = await server.as().get(`/streams/${channel.stream_id}/email_address`);
  const address = String(json.email);
  const submit = async (to: string, text: string) => {
    const transport = createTransport({ host: '127.0.0.1', port: ports.smtp, ignoreTLS: true });
    await transport
      .sendMail({ from: 'cleo@example.com', to, subject: 'Shed', text })
      .finally(() => transport.close());
  };
  await stage.check('An email to a channel is brought to Heddle and posted', async () => {
    await submit(address, 'heald and reed');
    await server.waitForMessage('heald and reed');
  });
  await stage.check('An email to a wrong address is returned to its sender with the reason', async () => {
    await submit(address.replace(/\.[0-9a-f]{32}/, `.${'0'.repeat(32)}`), 'nowhere');
    await untilMail(mail, /^To: cleo@example\.com[^]*5\.1\.1/m);
  });
  await stage.check(
    'An email that comes while Heddle is stopped waits at Postfix, and is posted later',
    async () => {
      await server.stop();
      await submit(address, 'waits for the loom');
      await until('it is deferred', () =>
        readFileSync(path.join(stage.folder, 'log'), 'utf8').includes('status=deferred'),
      );
      await server.restart();
      run('/usr/sbin/postqueue', ['-c', etc, '-f']);
      await server.waitForMessage('waits for the loom');
    },
  );
}

async function fail(mail: Mail): Promise<void> {
  const { stage, server, daemon, ports, etc } = mail;
  const retry = async () => {
    const { jobs } = await server.json('jobs', 'list');
    for (const { id } of jobs) await server.run('jobs', 'retry', String(id));
  };
  await stage.check(
    'Stopped: the doctor names it, and the email is sent after Postfix is started again',
    async () => {
      await daemon.stop();
      await invite(mail, 'dan@example.com');
      await server.expectFinding('mail', 'problem');
      await daemon.start();
      await retry();
      await untilMail(mail, /^To: dan@example\.com/m);
    },
  );
  await stage.check(
    'Frozen: the doctor says so within ten seconds, and the email is sent after it is thawed',
    async () => {
      daemon.freeze();
      await invite(mail, 'eve@example.com');
      await server.expectFinding('mail', 'problem');
      daemon.thaw();
      await untilMail(mail, /^To: eve@example\.com/m);
    },
  );
  daemon.thaw();
  await stage.check('Full: what it does not take for now is sent once it has space', async () => {
    run('/usr/sbin/postconf', [
      '-c',
      etc,
      '-e',
      'queue_minfree=1000000000000000',
      'message_size_limit=10240000',
    ]);
    await daemon.restart();
    await invite(mail, 'fay@example.com');
    await server.waitForLog(/452|4\.3\.1|Insufficient/i);
    run('/usr/sbin/postconf', ['-c', etc, '-e', 'queue_minfree=0']);
    await daemon.restart();
    await retry();
    await untilMail(mail, /^To: fay@example\.com/m);
  });
  const configure = async (...changes: string[]) => {
    run('/usr/sbin/postconf', ['-c', etc, '-e', ...changes]);
    await daemon.restart();
  };
  await stage.check('An email above its size limit is given up, and is no outage', async () => {
    await configure('message_size_limit=1000');
    await invite(mail, 'gus@example.com');
    await server.waitForLog(/refused the size of the email/);
    const { json } = await server.health();
    assert.equal(json.services?.mail?.state ?? 'ok', 'ok');
    await configure('message_size_limit=10240000');
  });
  await stage.check(
    'Without STARTTLS, or without a login, nothing is sent, and the doctor says what to change',
    async () => {
      await configure('smtpd_tls_security_level=none', 'smtpd_sasl_auth_enable=no');
      await server.restart(`${settings(ports)}smtp_start_tls = "on"\n`);
      await server.expectFinding('mail', 'problem', /offers no encryption/);
      await invite(mail, 'hal@example.com');
      await server.waitForLog(/STARTTLS/);
      await server.restart(settings(ports));
      await server.expectFinding('mail', 'problem', /offers no login/);
      await invite(mail, 'ida@example.com');
      await server.waitForLog(/authentication not enabled/);
      assert.ok(!readMail(mail).some((text) => /^To: (?:hal|ida)@/m.test(text)));
      await configure('smtpd_tls_security_level=may', 'smtpd_sasl_auth_enable=yes');
      await retry();
      await untilMail(mail, /^To: ida@example\.com/m);
    },
  );
  await stage.check('A wrong password is named by the doctor', async () => {
    await server.restart(settings(ports, 'wrong'));
    await server.expectFinding('mail', 'problem', /password/);
  });
}
