/** The layout of public pages: organization, search field, and links to sign in and join. */
import { type OrganizationCache, organizationSettings } from '../../core/organization/index.ts';
import { hidesNames } from '../../core/spectators/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { contentPolicy } from '../layout/content-policy.ts';
import { html, Html, type Part } from '../layout/html.ts';
import { languageAttributes } from '../layout/marked-up-texts.ts';
import { placeIcon, type OrganizationFrame } from '../layout/layout.ts';
import { markUrl, publicStyle } from '../layout/style.ts';
import { getPlace } from '../layout/place.ts';
import type { FastifyInstance } from 'fastify';
import { organizationPictureUrl } from '../../features/organization/index.ts';
import { textOfHtml } from '../../lib/html/text.ts';
import { truncate } from '../../lib/text.ts';

const styleSheet = new Html(`<style>${publicStyle}</style>`);

export const publicPolicy = contentPolicy(publicStyle, "media-src 'self'");

export interface PublicFrame extends OrganizationFrame {
  cache: OrganizationCache;
  /** URL of the organization. */
  origin: string;
  /** Exported to files, without a server. */
  isOffline?: true;
}

export const publicFrame = (t: Texts, cache: OrganizationCache, origin: string): PublicFrame => ({
  t,
  cache,
  origin,
  place: getPlace(cache),
});

export interface PublicPage {
  title: string;
  /** Path of the canonical URL. */
  canonical?: string;
  /** The description for previews of links and search engines. */
  description?: string;
  kind?: Preview['kind'];
  /** Additional elements of the head. */
  head?: Part;
  /** Path to open after a sign-in. */
  next?: string;
  /** The search query. */
  query?: string;
  body: Html;
}

export function renderPublicPage(frame: PublicFrame, page: PublicPage): string {
  const { t, place } = frame;
  const { title, head = null, next = '/', query = '', body } = page;
  const isOnline = frame.isOffline !== true;
  return html`<!doctype html>
    <html ${languageAttributes(t.language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${place.icon ?? markUrl}" />
        ${isOnline ? html`${known(frame, page)} ${head} ${publicScript}` : null} ${styleSheet}
      </head>
      <body>
        <a class="skip" href="#content">${t('public.skip')}</a>
        <header class="top">
          <a class="place" href="/">${placeIcon(place)}<span>${place.name}</span></a>
          ${searchForm(frame, query)} ${isOnline ? ways(frame, next) : null}
        </header>
        <main id="content">${body}</main>
      </body>
    </html> `.text;
}

function ways({ t, cache }: PublicFrame, next: string): Html {
  const isOpen = !organizationSettings(cache).invite_required;
  return html`<nav class="ways" aria-label="${t('common.signIn')}">
    <a class="button plain" href="${signInPath(next)}">${t('common.signIn')}</a>
    ${isOpen ? html`<a class="button" href="/join">${t('public.join')}</a>` : null}
  </nav>`;
}

/** Lets feed readers discover the feed. */
export const feedLink = (path: string, title: string): Html =>
  html`<link rel="alternate" type="application/atom+xml" href="${path}" title="${title}" />`;
export const signInPath = (next: string): string =>
  next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`;

/** A search would reveal hidden names, since it finds the names in mentions. */
export const hasSearch = (cache: OrganizationCache): boolean => !hidesNames(cache);

export const searchPath = '/public/search';

/** An export may also contain private messages, so its label differs. */
function searchForm({ t, cache, isOffline }: PublicFrame, query: string): Html | null {
  if (!hasSearch(cache)) return null;
  const label = t(isOffline === true ? 'public.search' : 'public.searchLabel');
  return html`<form class="search" action="${searchPath}" role="search">
    <input
      type="search"
      name="q"
      value="${query}"
      aria-label="${label}"
      placeholder="${t('public.search')}"
    />
  </form>`;
}

/** Only for pages with a canonical URL. */
function known(
  frame: PublicFrame,
  { title, description = '', kind = 'website', canonical }: PublicPage,
): Html | null {
  if (canonical === undefined) return null;
  return html`<link rel="canonical" href="${frame.origin}${canonical}" />
    ${previewTags(frame, { title, description, canonical, kind })}`;
}

// GET /static/public-page.js: the optional script of public pages. It shows local times, and announces new messages of a
// topic.

const path = '/static/public-page.js';

const script = `(() => {
  const { lang } = document.documentElement;
  const locale = lang === 'en' ? 'en-GB' : lang;
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  for (const element of document.querySelectorAll('.at time, .topics time, .results time')) {
    const at = new Date(element.dateTime);
    element.title = full.format(at);
    element.textContent = (element.parentElement.className === 'at' ? time : date).format(at);
  }
  for (const element of document.querySelectorAll('.text time')) element.textContent = full.format(new Date(element.dateTime));
  const messages = document.querySelector('.messages');
  for (const line of messages?.querySelectorAll('.day') ?? []) line.remove();
  let shown;
  for (const article of messages?.querySelectorAll('article') ?? []) {
    const name = day.format(new Date(article.dataset.at * 1000));
    if (name !== shown) {
      const line = document.createElement('h2');
      line.className = 'day';
      line.textContent = shown = name;
      article.before(line);
    }
  }
  const status = document.querySelector('[data-news]');
  const ask = async () => {
    let wait = 4;
    if (document.visibilityState === 'visible') {
      const response = await fetch(status.dataset.news, { cache: 'no-cache' }).catch(() => undefined);
      if (response?.status === 404) return;
      if (response?.status === 429) wait = Math.max(wait, Number(response.headers.get('retry-after')));
      if (response?.ok) {
        const { count, text, path } = await response.json();
        if (count > 0 && status.textContent !== text) {
          const link = document.createElement('a');
          link.className = 'button';
          link.href = path;
          link.textContent = text;
          status.replaceChildren(link);
        }
      }
    }
    setTimeout(ask, wait * 1000);
  };
  if (status) setTimeout(ask, 4000);
})();
`;

const publicScript = html`<script src="${path}" defer></script>`;

export function mountPublicScript(fastify: FastifyInstance): void {
  fastify.get(path, { config: { callers: 'anyone' } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(script),
  );
}

// Metadata of a page for search engines and link previews.

interface Preview {
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

function previewTags(frame: PublicFrame, { title, description, canonical, kind }: Preview): Html {
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
