/** The viewer of a page: the organization of the host name, and the user whose browser it is. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { type OrganizationCache, type Principal, principalFromSession } from '../core/organization/index.ts';
import { type Browser, getBrowser, sessionLifetimeMs } from '../core/sessions/index.ts';
import { ApiError } from '../lib/errors.ts';
import { getSite, type Site } from '../http/site.ts';
import type { Texts } from '../lib/i18n/i18n.ts';
import { textsFor } from './layout/language.ts';
import { sendPage, type OrganizationFrame, page, type Page } from './layout/layout.ts';
import { getPlace } from './layout/place.ts';
import { html } from './layout/html.ts';
import { textWithMarkup } from './layout/marked-up-texts.ts';

export interface Viewer {
  cache: OrganizationCache;
  /** URL of the organization. */
  origin: string;
  browser: Browser;
  /** Undefined for anonymous users. */
  me: Principal | undefined;
  /** Texts in the language of the viewer. */
  t: Texts;
}

export const frameFor = ({ t, cache }: Viewer): OrganizationFrame => ({ t, place: getPlace(cache) });

/** Without an organization, sends a page and returns undefined. */
export async function resolveViewer(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Viewer | undefined> {
  const { organizations } = app;
  const site = knownSite(app, request, reply);
  if (site === undefined) return undefined;
  if (organizations.names.length === 0) return void sendPage(reply, emptyPage(textsFor(request)));
  if (site.orgId === 0) return void reply.redirect('/choose', 303);
  const cache = await organizations.cache(site.orgId);
  const browser = getBrowser(app.config, request, reply);
  const me = await personIn(app, cache, browser);
  request.userId = me?.id;
  const { origin } = site;
  return { cache, origin, browser, me, t: textsFor(request, cache, me?.user) };
}

/** The user of the session, for reading pages and files. Other requests also need a check of their origin (CSRF). */
async function personIn(
  { sessions }: AppContext,
  cache: OrganizationCache,
  browser: Browser,
): Promise<Principal | undefined> {
  if (browser.token === undefined) return undefined;
  const rules = cache.organization.signInRules;
  const session = await sessions.find(cache.orgId, browser.token, rules);
  const user = session && cache.users.get(session.userId);
  if (!session || user?.isActive !== true || user.isBot) return undefined;
  if (cache.organization.isDeactivated) return undefined;
  if (sessions.noteSeen(session, browser.address, rules))
    browser.keep(browser.token, sessionLifetimeMs / 1000);
  return principalFromSession(cache, session);
}

/** Finds the site of a page without an organization. For an unknown host it sends a page and returns undefined. */
export function knownSite(app: AppContext, request: FastifyRequest, reply: FastifyReply): Site | undefined {
  try {
    return getSite(app, request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return void sendPage(reply, unknownPage(textsFor(request), app.config.baseUrl), error.status);
  }
}

// GET /: describes the server to anonymous users.

export function homePage(frame: OrganizationFrame, site: string): Page {
  const { t, place } = frame;
  const api = html`<a href="/api/v1/openapi.json">${t('home.api')}</a>`;
  return page(
    frame,
    place.name,
    html`<h1>${place.name}</h1>
      <p class="quiet">${t('home.text', { apps: t('home.apps') })}</p>
      <dl>
        <div>
          <dt>${t('common.address')}</dt>
          <dd><code>${site}</code></dd>
        </div>
      </dl>
      <p class="quiet small">${textWithMarkup(t, 'home.how', { api })}</p>`,
  );
}

const emptyPage = (t: Texts): Page =>
  page(
    { t },
    'Heddle',
    html`<h1>${t('home.empty')}</h1>
      <p class="quiet">
        ${textWithMarkup(t, 'home.emptyText', { command: html`<code>heddle org create --help</code>` })}
      </p>`,
  );

/** @param baseUrl The configured `base_url`. */
function unknownPage(t: Texts, baseUrl: string | undefined): Page {
  const setting = html`<code>base_url</code>`;
  const text =
    baseUrl === undefined
      ? textWithMarkup(t, 'home.unknownHost', { setting })
      : textWithMarkup(t, 'home.unknownText', { address: html`<a href="${baseUrl}">${baseUrl}</a>` });
  return page(
    { t },
    'Heddle',
    html`<h1>${t('home.unknown')}</h1>
      <p class="quiet">${text}</p>`,
  );
}
