/** For open pages: how many new messages their topic has. */
import { idsAfter, leadingId, messagePath, topicOfMessage } from '../../core/spectators/index.ts';
import { type PublicResponse } from './response.ts';
import { type PublicPageRequest, getParam } from './page-request.ts';

/** More are not counted. */
const mostCounted = 100;

export interface TopicNews {
  count: number;
  /** In words. */
  text: string;
  /** The first of them. */
  path: string;
}

export async function findNews({ app, request, cache, frame }: PublicPageRequest): Promise<PublicResponse> {
  const { after } = request.query as { after?: unknown };
  const last = typeof after === 'string' ? leadingId(after) : undefined;
  const id = leadingId(getParam(request, 'topic'));
  const topic = id === undefined ? undefined : await topicOfMessage(app, cache, id);
  if (!topic || last === undefined) return { kind: 'missing' };
  const ids = await idsAfter(app.db.read, topic, last, mostCounted);
  const [first] = ids;
  const count = ids.length;
  const text =
    count === mostCounted ? frame.t('public.manyNew', { count }) : frame.t('public.new', { count });
  return { kind: 'news', news: { count, text, path: first === undefined ? '' : messagePath(first) } };
}
