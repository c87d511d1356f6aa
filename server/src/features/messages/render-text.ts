/** What a text would look like as a message of this person. */
import type { Heddle } from '../../heddle.ts';
import type { Principal } from '../../http/principal.ts';
import { previewsFor } from '../uploads/previews.ts';
import { isLimited, sightOf } from '../users/sight.ts';
import { prepareDraft } from './draft.ts';

/** Nothing is stored, and nobody is told. @throws ApiError for text that cannot be a message. */
export async function renderText(
  heddle: Heddle,
  me: Principal,
  content: string,
  organizationUrl: string,
): Promise<string> {
  const sees = isLimited(me.directory, me.user)
    ? await sightOf(heddle.db.read, me.directory, me.user)
    : undefined;
  const previews = await previewsFor(heddle.db.read, me, content);
  return prepareDraft(me, content, { sees, organizationUrl, previews }).rendered.html;
}
