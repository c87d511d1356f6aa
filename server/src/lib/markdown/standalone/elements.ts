/** Converts the elements that the client handles with scripts for a page without scripts. */
import { escapeAttribute, escapeText } from '../escape.ts';
import { type Attributes, emojiCharacters, hasClass } from '../../../../../wire/plain-text/elements.ts';
import { keptAttributes, write } from './attributes.ts';
import { type MailContext, openInMail } from './mail.ts';
import { fileName, linkHref, ownAddress } from './links.ts';

/** Data that a text refers to, as visible to its readers. */
export interface StandaloneContext {
  /** The current name of a mentioned user; `undefined` if there is none. */
  userName(id: number): string | undefined;
  /** Formats a time in the text. */
  formatTime(moment: Date): string;
  /** The default title of a spoiler. */
  spoiler: string;
  /** Prefix of our own URLs, for readers outside our pages; empty by default. */
  origin?: string;
  /** Set for emails. */
  mail?: MailContext;
}

/** An open element. */
export interface OpenedElement {
  html: string;
  /** Its end tag. */
  end: string;
  /** Whether its content is skipped. */
  isSkipped?: boolean;
  /** The URL and title of a link, for an image in it. */
  link?: Attributes;
  isSummary?: boolean;
}

const unwrapped: OpenedElement = { html: '', end: '' };
const skipped: OpenedElement = { html: '', end: '', isSkipped: true };

/** @param parents The enclosing elements, outermost first. */
export function open(
  tag: string,
  attributes: Attributes,
  parents: readonly OpenedElement[],
  context: StandaloneContext,
): OpenedElement {
  const inMail = context.mail && openInMail(tag, attributes, context.mail, context.origin);
  if (inMail) return inMail;
  switch (tag) {
    case 'span':
      return openSpan(attributes, context);
    case 'div':
      return openDiv(attributes);
    case 'a':
      return openLink(attributes, context);
    case 'img':
      return image(attributes, parents, context);
    case 'video':
      return video(parents);
    case 'audio':
      return audio(attributes, context);
    case 'time':
      return time(attributes, context);
    case 'annotation':
      return skipped;
    case 'table':
      return { html: '<div class="table-box" tabindex="0"><table>', end: '</table></div>' };
    case 'pre':
      return { html: '<pre tabindex="0">', end: '</pre>' };
    case 'th':
    case 'td':
      return { html: write(tag, { class: alignment(attributes) }), end: `</${tag}>` };
    default:
      return plain(tag, attributes, parents, context);
  }
}

const headings: Readonly<Record<string, string>> = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
};

const blocks = new Set(['p', 'ul', 'ol', ...Object.keys(headings)]);

/**
 * Each block of an email has the direction of its own text; pages have a style for that, which few mail programs know. What is
 * in a list or table is not, since its text decides about the whole.
 */
const ownDirection = (
  tag: string,
  parents: readonly OpenedElement[],
  { mail }: StandaloneContext,
): 'auto' | undefined =>
  mail && blocks.has(tag) && !parents.some(({ html }) => html.includes(' dir="auto"')) ? 'auto' : undefined;

function plain(
  tag: string,
  attributes: Attributes,
  parents: readonly OpenedElement[],
  context: StandaloneContext,
): OpenedElement {
  const dir = ownDirection(tag, parents, context);
  const heading = headings[tag];
  if (heading !== undefined) return { html: write(heading, { dir }), end: `</${heading}>` };
  const names = keptAttributes(tag);
  // A summary contains text only.
  if (names === undefined || (tag === 'p' && parents.some(({ isSummary }) => isSummary))) return unwrapped;
  const values = names.flatMap((name) => {
    const value = attributes.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const html = write(tag, { ...Object.fromEntries(values), dir });
  // Unlike HTML's void elements it needs an end tag, or it would contain what follows.
  return tag === 'mspace' ? { html: `${html}</mspace>`, end: '' } : { html, end: `</${tag}>` };
}

/** KaTeX writes each formula twice: as MathML, and as boxes that need a style sheet. */
function openSpan(attributes: Attributes, context: StandaloneContext): OpenedElement {
  const of = (name: string) => hasClass(attributes, name);
  if (of('katex-html')) return skipped;
  if (of('katex-mathml') || of('katex')) return unwrapped;
  if (of('katex-display')) return { html: '<span class="formula">', end: '</span>' };
  if (of('emoji')) return emoji(attributes);
  if (of('user-mention')) return mention(attributes, context);
  if (of('user-group-mention') || of('topic-mention'))
    return { html: '<span class="mention">', end: '</span>' };
  if (of('tex-error') || of('timestamp-error')) return { html: '<span class="wrong">', end: '</span>' };
  const name = attributes.get('class') ?? '';
  // Classes of Pygments in code.
  if (/^[a-z][a-z0-9]{0,2}$/.test(name)) return { html: `<span class="${name}">`, end: '</span>' };
  return unwrapped;
}

function emoji(attributes: Attributes): OpenedElement {
  const characters = emojiCharacters(attributes.get('class') ?? '');
  const label = attributes.get('aria-label') ?? attributes.get('title');
  const html = write('span', { class: 'emoji', role: 'img', 'aria-label': label });
  return { html: `${html}${escapeText(characters ?? `:${label ?? ''}:`)}</span>`, end: '', isSkipped: true };
}

function mention(attributes: Attributes, { userName }: StandaloneContext): OpenedElement {
  const html = '<span class="mention">';
  const id = attributes.get('data-user-id');
  if (id === '*') return { html, end: '</span>' };
  const name = userName(Number(id)) ?? '…';
  const sign = hasClass(attributes, 'silent') ? '' : '@';
  return { html: `${html}${sign}${escapeText(name)}</span>`, end: '', isSkipped: true };
}

function openDiv(attributes: Attributes): OpenedElement {
  const of = (name: string) => hasClass(attributes, name);
  if (of('spoiler-block')) return { html: '<details>', end: '</details>' };
  if (of('spoiler-header')) return { html: '<summary>', end: '</summary>', isSummary: true };
  if (of('codehilite')) return { html: '<div class="code">', end: '</div>' };
  if (of('message_inline_image')) return { html: '<div class="preview">', end: '</div>' };
  const part = websiteParts.find(([name]) => of(name));
  return { html: write('div', { class: part?.[1] }), end: '</div>' };
}

/** The parts of a website preview. */
const websiteParts = [
  ['message_embed', 'website'],
  ['data-container', 'website-text'],
  ['message_embed_title', 'website-title'],
  ['message_embed_description', 'website-description'],
] as const;

const styledImage = /^background-image: url\(&quot;(\/external_content\/[0-9a-f/]+)&quot;\)$/;

/** Its image is next to a link to the same URL that has a text. */
function websiteImage(attributes: Attributes, context: StandaloneContext): OpenedElement {
  const [, path = ''] = styledImage.exec(attributes.get('style') ?? '') ?? [];
  const src = pictureAddress(path, context);
  if (src === undefined) return skipped;
  const image = write('img', {
    class: 'website-image',
    src,
    alt: '',
    width: '72',
    height: '72',
    loading: 'lazy',
  });
  return { html: image, end: '', isSkipped: true };
}

/** A link that has no URL becomes text. */
function openLink(attributes: Attributes, context: StandaloneContext): OpenedElement {
  if (hasClass(attributes, 'message_embed_image')) return websiteImage(attributes, context);
  const { origin } = context;
  const href = linkHref(attributes.get('href') ?? '', origin);
  if (href === undefined) return unwrapped;
  // Links written by users are not endorsed.
  const rel = /^https?:/.test(attributes.get('href') ?? '') ? 'nofollow ugc' : undefined;
  return { html: write('a', { href, rel }), end: '</a>', link: attributes };
}

const largest = { width: 480, height: 240 };

function pictureAddress(src: string, { origin, mail }: StandaloneContext): string | undefined {
  if (!mail) return ownAddress(src, origin);
  return ownAddress(src) === undefined ? undefined : mail.imageAddress(src);
}

/** Only from this server. */
function image(
  attributes: Attributes,
  parents: readonly OpenedElement[],
  context: StandaloneContext,
): OpenedElement {
  const src = pictureAddress(attributes.get('src') ?? '', context);
  const link = parents.findLast((parent) => parent.link !== undefined)?.link;
  const name =
    attributes.get('alt') ?? link?.get('title') ?? escapeAttribute(fileName(link?.get('href') ?? ''));
  if (src === undefined) return context.mail ? { html: name, end: '' } : unwrapped;
  if (hasClass(attributes, 'emoji'))
    return { html: write('img', { class: 'emoji', src, alt: name }), end: '' };
  const [width = 0, height = 0] = (attributes.get('data-original-dimensions') ?? '').split('x').map(Number);
  const scale = Math.min(1, largest.width / width, largest.height / height);
  const size =
    width > 0 && height > 0
      ? { width: String(Math.round(width * scale)), height: String(Math.round(height * scale)) }
      : {};
  return { html: write('img', { src, alt: name, ...size, loading: 'lazy' }), end: '' };
}

/** A link to the video: nothing is loaded automatically. */
function video(parents: readonly OpenedElement[]): OpenedElement {
  const link = parents.findLast((parent) => parent.link !== undefined)?.link;
  const name = link?.get('title') ?? escapeAttribute(fileName(link?.get('href') ?? ''));
  return { html: `<span class="video">${name}</span>`, end: '', isSkipped: true };
}

function audio(attributes: Attributes, { origin }: StandaloneContext): OpenedElement {
  const src = ownAddress(attributes.get('src') ?? '', origin);
  if (src === undefined) return unwrapped;
  const name = attributes.get('title') ?? escapeAttribute(fileName(src));
  const html = write('audio', { controls: '', preload: 'none', src, 'aria-label': name });
  return { html, end: '</audio>' };
}

function time(attributes: Attributes, { formatTime }: StandaloneContext): OpenedElement {
  const datetime = attributes.get('datetime') ?? '';
  const moment = new Date(datetime);
  if (Number.isNaN(moment.getTime())) return unwrapped;
  const html = `${write('time', { datetime })}${escapeText(formatTime(moment))}</time>`;
  return { html, end: '', isSkipped: true };
}

function alignment(attributes: Attributes): string | undefined {
  const [, side] = /text-align:\s*(right|center)/.exec(attributes.get('style') ?? '') ?? [];
  return side;
}
