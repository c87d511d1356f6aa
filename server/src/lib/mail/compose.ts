/** Converts an email to Nodemailer's format: sender, thread and unsubscribe headers. */
import type { Config } from '../config/config.ts';
import type { Email, MailImage } from './email.ts';

/** An image of an email, loaded from the store. */
export type LoadedImage = Pick<MailImage, 'cid' | 'contentType'> & { content: Buffer };

const longestName = 100;

export function composeMail(config: Config, email: Email, images: readonly LoadedImage[]) {
  const { to, subject, text, html, replyTo, senderName } = email;
  const from = getSender(config);
  const name = senderName === undefined ? from.name : line(senderName).slice(0, longestName);
  return {
    from: { name, address: from.address },
    to: line(to),
    subject: line(subject),
    text,
    headers: getHeaders(email, from.address),
    ...(html === undefined ? {} : { html, attachments: images.map(inlineImage) }),
    ...(replyTo === undefined ? {} : { replyTo: line(replyTo) }),
    ...getThread(email, from.address),
  };
}

/** A line break in a header would start another header. */
const line = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** The name and address that all emails come from. */
export function getSender({ mailFrom, baseUrl }: Config): { name: string; address: string } {
  const host = baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname;
  const given = mailFrom ?? `Heddle <noreply@${host}>`;
  const [, name = '', address = given] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(given) ?? [];
  return { name, address };
}

function getHeaders({ unsubscribeUrl }: Email, address: string): Record<string, string> {
  // The first prevents automatic replies; by the second we recognize our own emails when they come back.
  const headers = { 'Auto-Submitted': 'auto-generated', 'X-Loop': address };
  if (unsubscribeUrl === undefined) return headers;
  return {
    ...headers,
    'List-Unsubscribe': `<${line(unsubscribeUrl)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function getThread({ thread }: Email, address: string) {
  if (!thread) return {};
  const host = address.split('@').at(-1) ?? 'localhost';
  const root = `<${line(thread.root)}@${host}>`;
  return { messageId: `<${line(thread.id)}@${host}>`, inReplyTo: root, references: root };
}

const inlineImage = ({ cid, contentType, content }: LoadedImage) => ({
  cid,
  contentType,
  content,
  contentDisposition: 'inline' as const,
  filename: `${cid}.webp`,
});
