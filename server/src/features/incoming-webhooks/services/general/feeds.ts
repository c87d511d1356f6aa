/** Entries of feeds, and emails posted by mail services. */
import type { Delivery, Integration, ReadResult } from '../../integration.ts';
import { facts, link, md, paragraphs, quote } from '../../markup.ts';
import { AnomalousPayload, type Payload } from '../../payload.ts';
import { plainText } from '../plain-text.ts';

function receiveRss({ payload }: Delivery): ReadResult {
  const title = payload.text('title');
  const summary = payload.firstText('summary', 'description', 'content');
  const content = paragraphs(
    md`**${link(title, payload.firstText('link', 'url'))}**`,
    summary === undefined ? undefined : quote(plainText(summary)),
    facts(
      ['By', payload.firstText('author', 'creator')],
      ['Published', payload.firstText('published', 'pubDate')],
    ),
  );
  return { event: 'entry', topic: payload.firstText('feed', 'feed_title') ?? 'RSS', content };
}

export const rss: Integration = { name: 'rss', displayName: 'RSS', receive: receiveRss };

/** Field names of Postmark, SendGrid and Mailgun. */
function receiveEmail({ payload }: Delivery): ReadResult {
  const from = payload.firstText('from', 'From', 'sender');
  const subject = payload.firstText('subject', 'Subject');
  if (from === undefined && subject === undefined)
    throw new AnomalousPayload('the sender and the subject are missing');
  const content = paragraphs(facts(['From', from]), quote(emailBody(payload)));
  return {
    event: 'email',
    topic: subject?.replace(/^(?:\s*(?:re|fwd?)\s*:\s*)+/i, '') ?? 'Email with no subject',
    content,
  };
}

function emailBody(payload: Payload): string {
  const text = payload.firstText('stripped-text', 'StrippedTextReply', 'body-plain', 'TextBody', 'text');
  if (text !== undefined) return text;
  const html = payload.firstText('html', 'HtmlBody', 'body-html');
  return html === undefined ? '(No email body)' : plainText(html);
}

export const email: Integration = { name: 'email', displayName: 'Email', receive: receiveEmail };
