/** POST /messages/render: renders a text as a message of the caller. */
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import { draftSources } from './draft-sources.ts';
import { prepareDraft } from './draft.ts';

/** Stores nothing and emits no event. @throws ApiError for text that cannot be a message; empty text renders as ''. */
export async function renderText(
  app: AppContext,
  me: Principal,
  content: string,
  organizationUrl: string,
): Promise<string> {
  if (content.trim() === '') return '';
  const sources = await draftSources(app.db.read, me, content);
  const linked = mediaProxy(app.secrets);
  return prepareDraft(me, content, { ...sources, linked, organizationUrl }).rendered.html;
}
