/** The picture that comes with a bot. */
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { storeAvatar } from '../avatars/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';

/** Returns the path of the files; undefined where no file came. @throws ApiError for more than one, and for what is no picture. */
export async function storeBotPicture(
  app: AppContext,
  me: Principal,
  files: readonly ReceivedFile[],
): Promise<string | undefined> {
  if (files.length === 0) return undefined;
  if (files.length > 1) throw apiError('uploads.several-files');
  return storeAvatar(app, me, files);
}
