/** A received email, as far as it matters for the reply in it. */
import { createHash } from 'node:crypto';
import { readMail, type IncomingMail } from './mime.ts';
import { answerIn } from './reply-text.ts';

export interface Answer {
  /** For any of these it may be; the recipient of the mail server comes first. */
  addresses: readonly string[];
  /** The claimed sender. */
  from: string;
  /** Without quotation and signature; perhaps nothing. */
  text: string;
  attachments: number;
  /** The same when it is brought again. */
  id: string;
}

/** Code units; longer ones are cut, as every message is. */
const longestText = 50_000;
const mostAddresses = 50;

const receivers = ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc'];

/** @param to Whom the mail server has it for. @returns `automatic` for what a program sent, which gets no reply. */
export function answerFrom(raw: Uint8Array, to?: string): Answer | 'automatic' {
  const mail = readMail(raw);
  if (isAutomatic(mail)) return 'automatic';
  return {
    addresses: addressesOf(mail, to),
    from: mail.headers('from').flatMap(addressesIn).at(-1) ?? '',
    text: answerIn(mail.text).slice(0, longestText),
    attachments: mail.attachments,
    id: mailId(mail, raw),
  };
}

/** The same when it is brought again. */
export const mailId = ({ headers }: IncomingMail, raw: Uint8Array): string =>
  headers('message-id')[0] ?? createHash('sha256').update(raw).digest('base64url');

function addressesOf({ headers }: IncomingMail, to?: string): string[] {
  const named = receivers.flatMap((name) => headers(name).flatMap(addressesIn));
  return [...(to === undefined ? [] : [to]), ...named].slice(0, mostAddresses);
}

/** Reads each character once, however long a word without an address is. */
const addressesIn = (header: string): string[] =>
  header.split(/[\s<>,;:"'()]/).filter((word) => /.@./.test(word));

const bulk = new Set(['bulk', 'junk', 'list', 'auto_reply']);

/** Replying to these can begin an endless loop between programs. */
function isAutomatic({ headers }: IncomingMail): boolean {
  const word = (name: string) => headers(name)[0]?.split(';')[0]?.trim().toLowerCase();
  const submitted = word('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    bulk.has(word('precedence') ?? '') ||
    headers('x-autoreply').length + headers('x-autorespond').length > 0 ||
    word('return-path') === '<>' ||
    word('content-type') === 'multipart/report'
  );
}
