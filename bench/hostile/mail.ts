/** Emails of 24 MB to a channel, by SMTP. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { HostileInput, Target } from './target.ts';

const mebibytes = 24 * 1024 * 1024;
const fill = (piece: string): string => piece.repeat(Math.floor(mebibytes / piece.length));
const head = 'From: Someone <someone@partner.test>\r\nSubject: Looms\r\n';

const mails: Readonly<Record<string, () => string>> = {
  'a usual one': () => `${head}\r\nHello\r\n`,
  'quoted-printable': () => `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill('=41')}`,
  'quoted-printable lines': () =>
    `${head}Content-Transfer-Encoding: quoted-printable\r\n\r\n${fill(`${'=41'.repeat(24)}=\r\n`)}`,
  base64: () => `${head}Content-Transfer-Encoding: base64\r\n\r\n${fill(`${'QUFB'.repeat(19)}\r\n`)}`,
  'plain text': () => `${head}\r\n${fill(`${'x '.repeat(38)}\r\n`)}`,
  'empty lines': () => `${head}\r\n${fill('\r\n')}`,
  'one line': () => `${head}\r\n${fill('x')}`,
  'quoted lines': () => `${head}\r\n${fill('> x\r\n')}`,
  HTML: () => `${head}Content-Type: text/html\r\n\r\n${fill('<b>x</b>\r\n')}`,
  'open tags': () => `${head}Content-Type: text/html\r\n\r\n${fill('<div class="x"><a\r\n')}`,
  'empty parts': () => `${head}Content-Type: multipart/mixed; boundary=a\r\n\r\n${fill('--a\r\n\r\n')}`,
  'nested parts': () => `${head}${fill('Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n')}`,
  'lines like a boundary': () => {
    const boundary = '-'.repeat(60);
    return `${head}Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${fill(`${'-'.repeat(61)}\r\n`)}`;
  },
  'header lines': () => `${fill('X-A: b\r\n')}\r\nHello\r\n`,
  'a folded header': () => `${head}To: a\r\n${fill(' b@c.test,\r\n')}\r\nHello\r\n`,
  'attached files': () => {
    const file = `--a\r\nContent-Disposition: attachment; filename=x.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    const data = `${'QUFB'.repeat(19)}\r\n`.repeat(15_000);
    return `${head}Content-Type: multipart/mixed; boundary=a\r\n\r\n${`${file}${data}`.repeat(20)}--a--\r\n`;
  },
};

export async function mailInputs(target: Target): Promise<HostileInput[]> {
  const address = await channelAddress(target);
  return Object.entries(mails).map(([what, make], n) => ({
    what,
    send: () => deliver(target.smtpPort, address, `Message-ID: <${n}@partner.test>\r\n${make()}`),
  }));
}

async function channelAddress({ url, authorization }: Target): Promise<string> {
  const get = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Basic ${authorization}` } })).json();
  const { subscriptions } = (await get('/users/me/subscriptions')) as {
    subscriptions: { stream_id: number }[];
  };
  const { email } = (await get(`/streams/${subscriptions[0]?.stream_id ?? 0}/email_address`)) as {
    email: string;
  };
  return email;
}

/** @returns the code of the last reply */
async function deliver(port: number, to: string, mail: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<string> => {
    for (;;) {
      const { value = '' } = (await replies.next()) as { value?: string };
      if (!/^\d{3}-/.test(value)) return value.slice(0, 3);
    }
  };
  await reply();
  for (const command of ['EHLO partner.test', 'MAIL FROM:<a@partner.test>', `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${command}\r\n`);
    const code = await reply();
    if (!/^[23]/.test(code)) throw new Error(`${command}: ${code}`);
  }
  if (!socket.write(`${mail}\r\n.\r\n`, 'latin1')) await once(socket, 'drain');
  const code = await reply();
  socket.end('QUIT\r\n');
  return code;
}
