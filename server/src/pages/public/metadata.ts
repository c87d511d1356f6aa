/** Metadata of a page for search engines and link previews. */
import { organizationPictureUrl } from '../../features/organization/index.ts';
import { textOfHtml } from '../../lib/html/text.ts';
import { truncate } from '../../lib/text.ts';
import { html, Html } from '../layout/html.ts';
import type { PublicFrame } from './frame.ts';

export interface Preview {
  title: string;
  description: string;
  /** Path of the page. */
  canonical: string;
  kind: 'website' | 'article';
}

const longestDescription = 200;

/** The beginning of a text, up to the first spoiler. */
export function openText(content: string, longest = longestDescription): string {
  const [before = ''] = content.split('<details>', 1);
  return truncate(textOfHtml(before).replaceAll(/\s+/g, ' ').trim(), longest, '…');
}

/** The rest after `openText`, starting with the first spoiler. */
export function hiddenText(content: string): string {
  const at = content.indexOf('<details>');
  return at < 0 ? '' : textOfHtml(content.slice(at)).replaceAll(/\s+/g, ' ').trim();
}

export function previewTags(frame: PublicFrame, { title, description, canonical, kind }: Preview): Html {
  const { origin, place, cache, t } = frame;
  const icon = place.icon === undefined ? undefined : organizationPictureUrl(cache.organization, 'icon');
  const property = (name: string, content: string) => html`<meta property="${name}" content="${content}" />`;
  return html`${description === '' ? null : html`<meta name="description" content="${description}" />`}
    ${property('og:title', title)} ${property('og:type', kind)} ${property('og:url', origin + canonical)}
    ${property('og:site_name', place.name)} ${property('og:locale', t.language)}
    ${description === '' ? null : property('og:description', description)}
    ${icon === undefined ? null : property('og:image', new URL(icon, origin).href)}
    <meta name="twitter:card" content="summary" />`;
}

/** Escaped, so that the data cannot close the script element. */
export function jsonLd(data: object): Html {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${text}</script>`);
}
