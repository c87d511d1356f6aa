/** Resolves links between pages to files of the folder. */
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { leadingId, topicOfMessage } from '../../core/spectators/index.ts';
import { readNarrow } from '../../pages/links/linked-place.ts';
import { findPath } from '../../pages/links/public-page.ts';
import { pathInTopic } from '../../pages/public/find.ts';
import { pageFile } from './file-names.ts';

interface Target {
  file: string;
  hash: string;
}

const message = '/public/message/';
const narrow = '/public/narrow/';

export async function findTarget(
  app: AppContext,
  cache: OrganizationCache,
  path: string,
): Promise<Target | undefined> {
  if (path.startsWith(narrow)) {
    const found = await findPath(app, cache, readNarrow(path.slice(narrow.length)));
    return found === undefined ? undefined : findTarget(app, cache, found);
  }
  const id = path.startsWith(message) ? leadingId(path.slice(message.length)) : undefined;
  const topic = id === undefined ? undefined : await topicOfMessage(app, cache, id);
  const [page = '', hash] = (topic && id ? await pathInTopic(app.db.read, topic, id) : path).split('#', 2);
  const file = pageFile(page);
  return file === undefined ? undefined : { file, hash: hash === undefined ? '' : `#${hash}` };
}
