/** What a text would look like as a message of this person. */
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { mediaProxy } from '../media-proxy/index.ts';
import { draftSources } from './draft-sources.ts';
import { prepareDraft } from './draft.ts';

/** Nothing is stored, and no event is emitted. No text is shown as none. @throws ApiError for text that cannot be a message. */
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
