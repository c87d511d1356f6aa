/** What stands around every public page: whose it is, the search field, and the ways in. */
import { createHash } from 'node:crypto';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { organizationSettings } from '../../core/organization/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { html, Html, type Part } from '../html.ts';
import { placeIcon, type OrganizationFrame } from '../layout.ts';
import { markUrl, publicStyle } from '../look.ts';
import { getPlace } from '../place.ts';

const styleSheet = new Html(`<style>${publicStyle}</style>`);

const styleHash = createHash('sha256').update(publicStyle).digest('base64');

/** Pictures, sounds and typefaces from this server, one style sheet by its hash, and nothing else. */
export const publicPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface PublicFrame extends OrganizationFrame {
  cache: OrganizationCache;
  /** Where the organization is reached. */
  origin: string;
}

export const publicFrame = (t: Texts, cache: OrganizationCache, origin: string): PublicFrame => ({
  t,
  cache,
  origin,
  place: getPlace(cache),
});

export interface PublicPage {
  title: string;
  /** Where it is, as a path: machines take every other address for this one. */
  canonical?: string;
  /** Elements of the head beyond those of every page. */
  head?: Part;
  /** Where somebody wants to be once they are signed in. */
  next?: string;
  /** What is searched for. */
  query?: string;
  body: Html;
}

export function renderPublicPage(frame: PublicFrame, page: PublicPage): string {
  const { t, place, cache, origin } = frame;
  const { title, canonical, head = null, next = '/', query = '', body } = page;
  const isOpen = !organizationSettings(cache).invite_required;
  const signIn = next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`;
  return html`<!doctype html>
    <html lang="${t.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${place.icon ?? markUrl}" />
        ${canonical === undefined ? null : html`<link rel="canonical" href="${origin}${canonical}" />`}
        ${head} ${styleSheet}
      </head>
      <body>
        <a class="skip" href="#content">${t('public.skip')}</a>
        <header class="top">
          <a class="place" href="/">${placeIcon(place)}<span>${place.name}</span></a>
          <form class="search" action="/public/search" role="search">
            <input
              type="search"
              name="q"
              value="${query}"
              aria-label="${t('public.searchLabel')}"
              placeholder="${t('public.search')}"
            />
          </form>
          <nav class="ways" aria-label="${t('common.signIn')}">
            <a class="button plain" href="${signIn}">${t('common.signIn')}</a>
            ${isOpen ? html`<a class="button" href="/join">${t('public.join')}</a>` : null}
          </nav>
        </header>
        <main id="content">${body}</main>
      </body>
    </html> `.text;
}

/** For programs that subscribe to what is written here. */
export const feedLink = (path: string, title: string): Html =>
  html`<link rel="alternate" type="application/atom+xml" href="${path}" title="${title}" />`;
