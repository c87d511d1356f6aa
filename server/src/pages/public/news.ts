/** GET /public/news/…: the number of new messages in a topic, polled by open pages. */
import { idsAfter, leadingId, messagePath, topicOfMessage } from '../../core/spectators/index.ts';
import { type PublicResponse } from './response.ts';
import { type PublicPageRequest } from './page-request.ts';
import { pathParam, queryParam } from '../../http/request/values.ts';

/** The count stops here. */
const mostCounted = 100;

export interface TopicNews {
  count: number;
  /** The count in the language of the page. */
  text: string;
  /** Path of the first new message. */
  path: string;
}

export async function findNews({ app, request, cache, frame }: PublicPageRequest): Promise<PublicResponse> {
  const last = leadingId(queryParam(request, 'after') ?? '');
  const id = leadingId(pathParam(request, 'topic'));
  const topic = id === undefined ? undefined : await topicOfMessage(app, cache, id);
  if (!topic || last === undefined) return { kind: 'missing' };
  const ids = await idsAfter(app.db.read, topic, last, mostCounted);
  const [first] = ids;
  const count = ids.length;
  const text =
    count === mostCounted ? frame.t('public.manyNew', { count }) : frame.t('public.new', { count });
  return { kind: 'news', news: { count, text, path: first === undefined ? '' : messagePath(first) } };
}
