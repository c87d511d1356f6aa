/** Searches all public messages, newest first. */
import type { AppContext } from '../../core/context/index.ts';
import {
  leadingId,
  messagePath,
  openMessages,
  type PlacedMessage,
  publicContext,
  publicName,
  spectatorReader,
} from '../../core/spectators/index.ts';
import { getIds, planNarrow } from '../../features/narrow/index.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { html, type Html } from '../layout/html.ts';
import { type PublicResponse, pageResponse } from './response.ts';
import { type PublicFrame, hasSearch, renderPublicPage } from './frame.ts';
import { loadExtras, type MessageView, messageWords } from './messages.ts';
import type { PublicPageRequest } from './page-request.ts';
import { timeElement, topicName } from './formats.ts';
import { queryParam } from '../../http/request/values.ts';

const resultsPerPage = 30;
const longestQuery = 200;
const longestExcerpt = 300;
/** Greater than all ids. */
const afterAll = Number.MAX_SAFE_INTEGER;

export async function findResults({
  app,
  request,
  cache,
  frame,
}: PublicPageRequest): Promise<PublicResponse> {
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
