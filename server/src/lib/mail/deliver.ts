/** Sends email by SMTP; without SMTP settings, writes it to the data folder's `outbox`. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { StartTls } from '../config/config-mail.ts';
import { composeMail, type LoadedImage } from './compose.ts';
import type { Email } from './email.ts';
import { chooseStartTls, parseMailUrl, passwordIn } from './encryption.ts';
import { withholding } from '../net/withholding.ts';

/** @throws if the mail server rejects it. */
export async function deliverEmail(
  config: Config,
  email: Email,
  images: readonly LoadedImage[] = [],
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const message = composeMail(config, email, images);
  if (config.smtpUrl === undefined) {
    const built = await createTransport({ streamTransport: true, buffer: true }).sendMail(message);
    // The option `buffer` makes it a Buffer, which the type of the result does not reflect.
    await putInOutbox(config.data, unfolded(built.message as Buffer, email.text));
    return;
  }
  const transport = createTransport(transportOptions(config.smtpUrl, config.smtpStartTls));
  try {
    // A server that refuses an email for its content may quote it, with links that sign people in.
    const tokens = `${email.text} ${email.html ?? ''}`.match(linkTokens) ?? [];
    await withholding([passwordIn(config.smtpUrl), ...tokens], () => transport.sendMail(message));
  } finally {
    transport.close();
  }
}

/** Long enough to be random. */
const linkTokens = /[\w-]{20,}/g;

const timeouts = { connectionTimeout: 10_000, socketTimeout: 30_000 };

function transportOptions(smtpUrl: string, setting: StartTls) {
  const server = parseMailUrl(smtpUrl);
  const { host, port, isSecure, login } = server;
  const startTls = isSecure ? 'on' : chooseStartTls(setting, server);
  return {
    ...timeouts,
    host,
    ...(port !== undefined && { port }),
    secure: isSecure,
    requireTLS: !isSecure && startTls === 'on',
    ignoreTLS: startTls === 'off',
    ...(startTls === 'offered' && { tls: { rejectUnauthorized: false } }),
    // The library would send without the login where the server does not announce AUTH, as anyone in between can have it.
    ...(login && { auth: login, forceAuth: true }),
  };
}

/** Connects and authenticates without sending anything. @throws the mail server's error. */
export async function verifyMailServer(config: Pick<Config, 'smtpUrl' | 'smtpStartTls'>): Promise<void> {
  if (config.smtpUrl === undefined) return;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(transportOptions(config.smtpUrl, config.smtpStartTls));
  try {
    await withholding([passwordIn(config.smtpUrl)], () => transport.verify());
  } finally {
    transport.close();
  }
}

/** Maximum length of a line in bytes that mail servers accept without encoding. */
const longestLine = 998;

/** People copy links from these files, and a transfer encoding would break them at line ends. */
function unfolded(message: Buffer, text: string): Buffer {
  const lines = text.split(/\r?\n/);
  const encoding = lines.some((line) => Buffer.byteLength(line) > longestLine) ? 'binary' : '8bit';
  const raw = message.toString('utf8');
  const isMultipart = /^Content-Type: multipart\//m.test(raw.slice(0, raw.indexOf('\r\n\r\n')));
  const start = isMultipart ? raw.indexOf('Content-Type: text/plain') : 0;
  const body = raw.indexOf('\r\n\r\n', start);
  const head = raw
    .slice(start, body)
    .replace(/^Content-Transfer-Encoding: .*$/m, `Content-Transfer-Encoding: ${encoding}`);
  const rest = isMultipart ? raw.slice(raw.indexOf('\r\n--', body) + 2) : '';
  return Buffer.from(`${raw.slice(0, start)}${[head, '', ...lines, rest].join('\r\n')}`);
}

export const getOutbox = (dataDir: string): string => join(dataDir, 'outbox');

/** Renamed once complete, so that programs that watch the folder only see whole messages. */
async function putInOutbox(dataDir: string, message: Buffer): Promise<void> {
  const folder = getOutbox(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`;
  await writeFile(join(folder, `.${name}`), message, { mode: 0o600 });
  await rename(join(folder, `.${name}`), join(folder, name));
}

/** The messages in the outbox as text, newest first. */
export async function readOutbox(dataDir: string, limit = 100): Promise<string[]> {
  const names = await readdir(getOutbox(dataDir)).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .reverse();
  return Promise.all(newest.slice(0, limit).map((name) => readFile(join(getOutbox(dataDir), name), 'utf8')));
}
