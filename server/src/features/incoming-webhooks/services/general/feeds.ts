/** Entries of feeds, and emails posted by mail services. */
import type { Delivery, Integration, ReadResult } from '../../integration.ts';
import { facts, lines, link, type Markup, md, paragraphs, quote } from '../../markup.ts';
import { AnomalousPayload, type Payload } from '../../payload.ts';
import { htmlMarkdown } from '../html-markdown.ts';

function receiveRss({ payload }: Delivery): ReadResult {
  const title = payload.text('title');
  const summary = payload.firstText('summary', 'description', 'content');
  const content = paragraphs(
    md`**${link(title, payload.firstText('link', 'url'))}**`,
    summary === undefined ? undefined : quote(htmlMarkdown(summary)),
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
  const content = paragraphs(
    facts(['From', from], ['Date', payload.firstText('Date', 'date')]),
    quote(emailBody(payload)),
    lines(...emailFiles(payload)),
  );
  return {
    event: 'email',
    topic: subject?.replace(/^(?:\s*(?:re|fwd?)\s*:\s*)+/i, '') ?? 'Email with no subject',
    content,
  };
}

/** The service keeps the files, or sends them with the email; they are named, so that nobody misses them unknowingly. */
function emailFiles(payload: Payload): Markup[] {
  const listed = payload.isList('Attachments')
    ? payload.list('Attachments')
    : [payload.parsed('attachments'), payload.parsed('attachment-info')].flatMap((each) =>
        each.isList([])
          ? each.list()
          : each.isText([]) || each.isNumber([])
            ? []
            : each.entries().map(([, file]) => file),
      );
  return listed.slice(0, 20).map((file) => {
    const name = file.firstText('Name', 'name', 'filename') ?? 'file';
    return md`* File: ${link(name, file.optionalText('url'))}`;
  });
}

function emailBody(payload: Payload): string {
  const text = payload.firstText('stripped-text', 'StrippedTextReply', 'body-plain', 'TextBody', 'text');
  if (text !== undefined) return text;
  const html = payload.firstText('html', 'HtmlBody', 'body-html');
  return html === undefined ? '(No email body)' : htmlMarkdown(html);
}

export const email: Integration = { name: 'email', displayName: 'Email', receive: receiveEmail };
