/** What the author of an email wrote, in Markdown. */
import { markdownOfHtml } from '../html/to-markdown.ts';
import { headerText } from './header-text.ts';
import type { IncomingMail, MailText } from './mime.ts';
import { replyTextIn } from './reply-text.ts';

interface WrittenOptions {
  prefersHtml?: boolean;
  keepsQuotes?: boolean;
  keepsFooter?: boolean;
  /** An inline image, in Markdown. */
  ownImage?: (id: string) => string | undefined;
}

export const readSubject = ({ headers }: Pick<IncomingMail, 'headers'>): string =>
  headerText(headers('subject')[0] ?? '');

const prefixes = /^(?:\s*(?:re|aw|sv|antw|fwd?|wg|tr|rv)\s*(?:\[\d+\])?\s*:)+\s*/i;
const isForwarded = (subject: string): boolean => /^\s*(?:fwd?|wg|tr|rv)\s*:/i.test(subject);

/** A subject without `Re:` and `Fwd:` in common languages. */
export const bareSubject = (subject: string): string => subject.replace(prefixes, '');

/** Whether anything says that it answers another email, so that what looks like a quotation is one. */
function isReply({ headers }: IncomingMail, subject: string): boolean {
  const names = ['in-reply-to', 'references'];
  return names.some((name) => headers(name).length > 0) || (prefixes.test(subject) && !isForwarded(subject));
}

export function writtenText(mail: IncomingMail, options: WrittenOptions = {}): string {
  const subject = readSubject(mail);
  const keepsQuotes = options.keepsQuotes === true || isForwarded(subject);
  const isAnswer = isReply(mail, subject);
  const dropsQuotes = isAnswer && !keepsQuotes;
  const { keepsFooter = false, ownImage } = options;
  const texts = mail.texts.map((text) => {
    const isHtml = takesHtml(text, options);
    const markdown = isHtml
      ? markdownOfHtml(text.html ?? '', { dropsQuotes, ...(ownImage && { ownImage }) })
      : (text.plain ?? '');
    return { markdown, isHtml };
  });
  // Quotations of HTML that are still there are part of the text.
  const isKept = keepsQuotes || (!isAnswer && texts.some(({ isHtml }) => isHtml));
  const kept = { keepsFooter, keepsQuotes: isKept, keepsUnmarked: !isAnswer };
  return replyTextIn(texts.map(({ markdown }) => markdown).join('\n'), kept);
}

const takesHtml = ({ plain = '', html = '' }: MailText, { prefersHtml }: WrittenOptions): boolean =>
  html !== '' && (prefersHtml === true || plain.trim() === '');
