/** The avatar that a request uploads for a bot. */
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { storeAvatar } from '../avatars/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';

/** @returns the path of the files; undefined without a file @throws ApiError for several files, and for one that is not an image */
export async function storeBotPicture(
  app: AppContext,
  me: Principal,
  files: readonly ReceivedFile[],
): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  if (files.length > 1) throw apiError('uploads.several-files');
  return storeAvatar(app, me, files);
}
