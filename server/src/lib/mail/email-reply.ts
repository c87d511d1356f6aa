/** Parses a received email as a reply. */
import { createHash } from 'node:crypto';
import { readMail, type IncomingMail } from './mime.ts';
import { replyTextIn } from './reply-text.ts';

export interface EmailReply {
  /** Possible recipients; the envelope recipient comes first. */
  addresses: readonly string[];
  /** The unverified sender. */
  from: string;
  /** Without quoted text and signature; may be empty. */
  text: string;
  attachments: number;
  /** The same if the email is delivered again. */
  id: string;
}

/** Code units; longer texts are truncated, like every message. */
const longestText = 50_000;
const mostAddresses = 50;

const receivers = ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc'];

/** @param to The envelope recipient. @returns `automatic` for an automatic email, which gets no reply. */
export async function parseReply(raw: Uint8Array, to?: string): Promise<EmailReply | 'automatic'> {
  const mail = await readMail(raw);
  if (isAutomatic(mail)) return 'automatic';
  return {
    addresses: recipientAddresses(mail, to),
    from: mail.headers('from').flatMap(addressesIn).at(-1) ?? '',
    text: replyTextIn(mail.text).slice(0, longestText),
    attachments: mail.attachments,
    id: mailId(mail, raw),
  };
}

/** The same if the email is delivered again. */
export const mailId = ({ headers }: IncomingMail, raw: Uint8Array): string =>
  headers('message-id')[0] ?? createHash('sha256').update(raw).digest('base64url');

function recipientAddresses({ headers }: IncomingMail, to?: string): string[] {
  const named = receivers.flatMap((name) => headers(name).flatMap(addressesIn));
  return [...(to === undefined ? [] : [to]), ...named].slice(0, mostAddresses);
}

/** Linear, even for long words without an address. */
const addressesIn = (header: string): string[] =>
  header.split(/[\s<>,;:"'()]/).filter((word) => /.@./.test(word));

const bulk = new Set(['bulk', 'junk', 'list', 'auto_reply']);

/** Replying to these could start an endless loop between programs. */
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
