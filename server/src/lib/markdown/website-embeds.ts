/** Website previews below a message, in the elements that clients expect. */
import { escapeAttribute, escapeText } from './escape.ts';
import { attributes } from './previews.ts';

/** Metadata of a page. Images are URLs on other servers. */
export type WebsitePreview =
  | { kind: 'page'; title?: string | undefined; description?: string | undefined; image: string }
  | { kind: 'photo'; title?: string | undefined; image: string }
  | { kind: 'video'; title?: string | undefined; image: string; player: string }
  /** Replaces the text of a link that shows only its URL. */
  | { kind: 'title'; title: string };

/** Matches what the functions below write: attributes contain neither quotation marks nor angle brackets. */
const embeds =
  /\n<div class="message_embed"><a class="message_embed_image" href="([^"]*)"[^>]*><\/a><div class="data-container">(?:<div class="message_embed_title"><a [^>]*>[^<]*<\/a><\/div>)?(?:<div class="message_embed_description">[^<]*<\/div>)?<\/div><\/div>|\n<div class="(?:embed-video )?message_inline_image"><a (?:data-id="[^"]*" )?href="([^"]*)"[^>]*><img [^>]*><\/a><\/div>/g;

const playerSize = 'width="640" height="480"';

/**
 * @param html Rendered text, with or without previews of these links.
 * @param previews By link, in order.
 * @param linked URL from which clients may load an image of another server.
 */
export function withWebsitePreviews(
  html: string,
  previews: ReadonlyMap<string, WebsitePreview>,
  linked: (url: string) => string | undefined,
): string {
  let text = withoutEmbeds(html, [...previews.keys()]);
  for (const [link, preview] of previews)
    if (preview.kind === 'title') text = withTitle(text, link, preview.title);
    else text += embed(link, preview, linked);
  return text;
}

/** The edited text, with the existing previews of links that it still contains. */
export function withEarlierPreviews(html: string, before: string, links: readonly string[]): string {
  const byLink = new Map([...before.matchAll(embeds)].map(([block, page, media]) => [page ?? media, block]));
  return html + links.map((link) => byLink.get(escapeAttribute(link)) ?? '').join('');
}

function withoutEmbeds(html: string, links: readonly string[]): string {
  const shown = new Set(links.map(escapeAttribute));
  return html.replace(embeds, (block, page?: string, media?: string) =>
    shown.has(page ?? media ?? '') ? '' : block,
  );
}

function withTitle(html: string, link: string, title: string): string {
  const start = `<a href="${escapeAttribute(link)}" rel="noopener noreferrer">`;
  return html.replaceAll(`${start}${escapeText(link)}</a>`, () => `${start}${escapeText(title)}</a>`);
}

function embed(
  link: string,
  preview: Exclude<WebsitePreview, { kind: 'title' }>,
  linked: (url: string) => string | undefined,
): string {
  const src = linked(preview.image);
  if (src === undefined) return '';
  if (preview.kind === 'page') return `\n${page(link, preview, src)}`;
  const isVideo = preview.kind === 'video';
  const player = isVideo
    ? `<iframe ${playerSize}${attributes({ src: preview.player })}></iframe>`
    : undefined;
  const values = { 'data-id': player, href: link, rel: 'noopener noreferrer', title: preview.title };
  const classes = isVideo ? 'embed-video message_inline_image' : 'message_inline_image';
  return `\n<div class="${classes}"><a${attributes(values)}><img${attributes({ src })}></a></div>`;
}

function page(link: string, preview: WebsitePreview & { kind: 'page' }, src: string): string {
  const { title, description } = preview;
  const image = attributes({
    class: 'message_embed_image',
    href: link,
    style: `background-image: url("${src}")`,
  });
  const heading =
    title === undefined
      ? ''
      : `<div class="message_embed_title"><a${attributes({ href: link, title })}>${escapeText(title)}</a></div>`;
  const text =
    description === undefined
      ? ''
      : `<div class="message_embed_description">${escapeText(description)}</div>`;
  return `<div class="message_embed"><a${image}></a><div class="data-container">${heading}${text}</div></div>`;
}
