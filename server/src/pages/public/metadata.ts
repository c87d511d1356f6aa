/** The metadata of a page for search engines, and for programs that show a preview of a link. */
import { organizationPictureUrl } from '../../features/organization/index.ts';
import { textOfHtml } from '../../lib/mail/html-text.ts';
import { truncate } from '../../lib/text.ts';
import { html, Html } from '../layout/html.ts';
import type { PublicFrame } from './frame.ts';

export interface Preview {
  title: string;
  description: string;
  /** As a path. */
  canonical: string;
  kind: 'website' | 'article';
}

const longestDescription = 200;

/** The first words of a text, without spoilers. */
export function openText(content: string, longest = longestDescription): string {
  const [before = ''] = content.split('<details>', 1);
  return truncate(textOfHtml(before).replaceAll(/\s+/g, ' ').trim(), longest, '…');
}

/** What `openText` leaves out: the first spoiler, and everything behind it. */
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

/** As a script element that no browser runs: nothing in it can end the element. */
export function jsonLd(data: object): Html {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return new Html(`<script type="application/ld+json">${text}</script>`);
}
