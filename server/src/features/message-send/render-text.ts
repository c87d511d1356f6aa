/** What a text would look like as a message of this person. */
import type { Heddle } from '../../app/open-app.ts';
import type { Principal } from '../../core/organization/principal.ts';
import { draftSources } from './draft-sources.ts';
import { prepareDraft } from './draft.ts';

/** Nothing is stored, and no event is emitted. No text is shown as none. @throws ApiError for text that cannot be a message. */
export async function renderText(
  heddle: Heddle,
  me: Principal,
  content: string,
  organizationUrl: string,
): Promise<string> {
  if (content.trim() === '') return '';
  const sources = await draftSources(heddle.db.read, me, content);
  const { linkedMedia: linked } = heddle;
  return prepareDraft(me, content, { ...sources, linked, organizationUrl }).rendered.html;
}
