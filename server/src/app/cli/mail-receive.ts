/**
 * The mail server's side of a reply by email. The outcome is an exit code of sysexits.h: an email that was not
 * posted is returned to its sender with the reason, or delivered again. Only automatic emails are discarded.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, loadConfig } from '../../lib/config/config.ts';
import type { Refusal } from '../../features/notifications/index.ts';
import { getSender } from '../../lib/mail/compose.ts';
import { type EmailReply, isTaken, parseReply } from '../../lib/mail/email-reply.ts';
import { looksLikeChannelAddress } from '../../lib/mail/channel-address.ts';
import type { CommandResult } from './command-list.ts';
import { askRunningServer } from './socket/socket-client.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { textIn } from '../../lib/objects.ts';
import { writeAside, writeOut } from './print.ts';

export const exits = {
  taken: 0,
  unreadable: 65,
  nobody: 67,
  later: 75,
  notAllowed: 77,
} as const satisfies Record<Refusal | 'taken', number>;

const mebibyte = 1024 * 1024;

type Outcome = CommandResult<'mail-receive'>;

/** @returns the exit code. */
export async function receiveMail(
  flags: Record<string, unknown>,
  input: AsyncIterable<unknown>,
): Promise<number> {
  const complain = (text: string) => writeAside(`heddle: ${text}\n`);
  try {
    const { to: _, ...rest } = flags;
    const config = loadConfig(rest);
    const raw = await readUpTo(config.smtpReceiverMaxMib * mebibyte, input);
    if (raw === undefined) {
      complain('The email is too large.');
      return exits.unreadable;
    }
    const { writer, ...email } = await parseReply(raw, textIn(flags.to), getSender(config).address);
    if (!isTaken(writer, { isForChannel: email.addresses.some(looksLikeChannelAddress) })) {
      complain('Discarded: an automatic email.');
      return exits.taken;
    }
    const outcome = await bring(config, email, raw);
    if (outcome !== undefined) return exitCode(outcome, flags.json === true, complain);
    complain('The server is not running.');
  } catch (error) {
    complain(errorMessage(error));
  }
  return exits.later;
}

/** The server reads an email to a channel from a file: requests over the socket are limited in size. */
async function bring(config: Config, email: EmailReply, raw: Buffer): Promise<Outcome | undefined> {
  const { data } = config;
  const channel = email.addresses.find(looksLikeChannelAddress);
  if (channel === undefined) return askRunningServer(data, 'mail-receive', email);
  const folder = join(data, 'mail');
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, raw, { mode: 0o600, flag: 'wx' });
    return await askRunningServer(data, 'mail-receive', {
      ...email,
      text: '',
      channel: { address: channel, path },
    });
  } finally {
    await rm(path, { force: true });
  }
}

function exitCode(outcome: Outcome, isJson: boolean, complain: (text: string) => void): number {
  if (isJson) writeOut(`${JSON.stringify(outcome)}\n`);
  if ('posted' in outcome) return exits.taken;
  complain(outcome.reason);
  return exits[outcome.refused];
}

/** `undefined` if the input is too long. */
async function readUpTo(mostBytes: number, input: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = part instanceof Uint8Array ? part : Buffer.from(String(part));
    if ((size += bytes.length) > mostBytes) return undefined;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}
