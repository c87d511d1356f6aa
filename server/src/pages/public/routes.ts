/** Public pages of web-public channels, for spectators. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import {
  isListed,
  openChannels,
  publicChanges,
  spectatorBudget,
  leadingId,
  messagePath,
  openMessages,
  type PlacedMessage,
  publicContext,
  publicName,
  spectatorReader,
} from '../../core/spectators/index.ts';
import { textsFor } from '../layout/language.ts';
import { guard } from '../layout/layout.ts';
import { knownSite } from '../viewer.ts';
import { sendResponse, type PublicResponse, pageResponse } from './response.ts';
import { findChannel, findHome, findMessage, findTopic } from './find.ts';
import { publicFrame, type PublicFrame, hasSearch, renderPublicPage, mountPublicScript } from './frame.ts';
import { findNews } from './news.ts';
import type { Find, PublicPageRequest } from './page-request.ts';
import { ApiError } from '../../lib/errors.ts';
import { getIds, planNarrow } from '../../features/narrow/index.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { html, type Html } from '../layout/html.ts';
import { loadExtras, type MessageView, messageWords } from './messages.ts';
import { timeElement, topicName } from './formats.ts';
import { queryParam } from '../../http/request/values.ts';

// Public pages are served within the budget of spectators.

/** Computes the response within the budget of spectators. */
async function withinPageBudget(
  app: AppContext,
  ip: string,
  find: () => Promise<PublicResponse>,
): Promise<PublicResponse> {
  const budget = spectatorBudget(app);
  try {
    budget.count('page', ip, performance.now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'busy', seconds: Math.ceil(Number(error.data['retry-after'])) };
  }
  budget.begin(performance.now());
  try {
    return await find();
  } finally {
    budget.end(performance.now());
  }
}

export function mountPublicPages(fastify: FastifyInstance, app: AppContext): void {
  mountPublicScript(fastify);
  const serve = (path: string, find: Find) =>
    fastify.get(path, { config: { callers: 'visitors' } }, (request, reply) =>
      respond(app, request, reply, find),
    );
  serve('/public/channel/:channel', findChannel);
  serve('/public/topic/:topic', findTopic);
  serve('/public/message/:message', findMessage);
  serve('/public/news/:topic', findNews);
  serve('/public/search', findResults);
  serve('/public/*', () => Promise.resolve({ kind: 'missing' }));
}

async function respond(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  find: Find,
): Promise<FastifyReply> {
  const since = publicChanges(app).observe();
  const site = knownSite(app, request, reply);
  if (site === undefined) return reply;
  if (site.orgId === 0) return guard(reply).redirect('/choose', 303);
  const cache = await app.organizations.cache(site.orgId);
  const frame = publicFrame(textsFor(request, cache), cache, site.origin);
  if (!isListed(app.config, cache)) void reply.header('x-robots-tag', 'noindex');
  const found = await withinPageBudget(app, request.ip, () => find({ app, request, cache, frame, since }));
  return sendResponse(request, reply, frame, found);
}

/** Whether there is a start page for spectators. */
export const hasPublicHome = ({ config }: AppContext, cache: OrganizationCache): boolean =>
  openChannels(config, cache).length > 0;

export const showPublicHome = (
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => respond(app, request, reply, findHome);

// Searches all public messages, newest first.

const resultsPerPage = 30;
const longestQuery = 200;
const longestExcerpt = 300;
/** Greater than all ids. */
const afterAll = Number.MAX_SAFE_INTEGER;

async function findResults({ app, request, cache, frame }: PublicPageRequest): Promise<PublicResponse> {
  const query = (queryParam(request, 'q') ?? '').trim().slice(0, longestQuery).toWellFormed();
  const before = queryParam(request, 'before');
  const below = before === undefined ? afterAll : leadingId(before);
  const reader = spectatorReader(app.config, cache);
  if (!reader || !hasSearch(cache) || below === undefined) return { kind: 'missing' };
  const ids = query === '' ? [] : await search(app, reader, query, below);
  const messages = await openMessages(app, cache, ids.slice(0, resultsPerPage));
  const extras = await loadExtras(app.db.read, messages);
  const view = { app, t: frame.t, cache, context: publicContext(app, cache, frame.t.language), extras };
  const last = ids.length > resultsPerPage ? messages.at(-1)?.id : undefined;
  const next =
    last === undefined
      ? undefined
      : `/public/search?${new URLSearchParams({ q: query, before: String(last) })}`;
  return pageResponse(resultsPage(view, frame, { query, messages, next }));
}

type SpectatorReader = NonNullable<ReturnType<typeof spectatorReader>>;

async function search(
  { db: { read } }: AppContext,
  reader: SpectatorReader,
  query: string,
  below: number,
): Promise<number[]> {
  const terms: Term[] = [
    { op: 'channels', operand: 'web-public', negated: false },
    { op: 'search', operand: query, negated: false },
  ];
  const plan = await planNarrow(read, reader, terms);
  return getIds(read, reader, plan, { low: 1, high: below - 1, limit: resultsPerPage + 1 }, 'newest');
}

interface Results {
  query: string;
  messages: readonly PlacedMessage[];
  next: string | undefined;
}

function resultsPage(view: MessageView, frame: PublicFrame, { query, messages, next }: Results): string {
  const { t } = frame;
  const title = query === '' ? t('public.searchLabel') : t('public.results', { query });
  const nothing = t(query === '' ? 'public.searchEmpty' : 'public.noResults');
  return renderPublicPage(frame, {
    title,
    head: html`<meta name="robots" content="noindex" />`,
    query,
    body: html`<h1>${title}</h1>
      ${messages.length === 0 ? html`<p class="quiet">${nothing}</p>` : null}
      <ol class="results">
        ${messages.map((message) => result(view, message))}
      </ol>
      ${next === undefined ? null : html`<p class="pager"><a href="${next}">${t('public.older')} →</a></p>`}`,
  });
}

function result(view: MessageView, message: PlacedMessage): Html {
  const { app, t, cache } = view;
  const sender = cache.users.get(message.senderId);
  const { name } = topicName(t, message.topic);
  return html`<li>
    <p class="head">
      <a href="${messagePath(message.id)}" dir="auto">#${message.channel.name} › ${name}</a>
      <small>${sender ? publicName(app, cache, sender) : null}</small>
      <small>${timeElement(t.language, 'date', message.sentAt)}</small>
    </p>
    <p dir="auto">${messageWords(view, message, longestExcerpt) || t('public.spoiler')}</p>
  </li>`;
}
