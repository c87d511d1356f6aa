/** Avatars of users and their bots. */
import { limits, roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  organizationSettings,
} from '../../core/organization/index.ts';
import {
  audienceAbout,
  avatarUrl,
  mediumAvatarUrl,
  nextVersion,
  noSuchUser,
  shownVersion,
  userChanged,
} from '../../core/users/index.ts';
import { drawReceived, dropPicture, holdPicture, storePicture } from '../pictures/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import type { Shape } from '../../lib/images/process.ts';

const shape = (size: number): Shape => ({
  width: size,
  height: size,
  fit: 'cover',
  format: 'png',
  isAnimated: false,
});
const shapes = [shape(100), shape(500)];

/** @returns the address of the new avatar @throws ApiError for a file that is not an image, and if avatars may not be changed */
export async function setAvatar(
  app: AppContext,
  me: Principal,
  files: readonly ReceivedFile[],
): Promise<string> {
  checkMayChange(me.cache, me.user);
  return storeAvatar(app, me, files, async (tx, path) => {
    const user = userNow(tx, me.id);
    checkMayChange(tx.cache, user);
    return giveAvatar(tx, user, path);
  });
}

/** @param write Assigns the path by `giveAvatar`. @throws ApiError unless there is one file and it is an image */
export async function storeAvatar<T>(
  app: AppContext,
  me: Principal,
  files: readonly ReceivedFile[],
  write: (tx: Tx, path: string) => Promise<T>,
): Promise<T> {
  const { pictures } = await drawReceived(files, 'avatar', limits.avatarMebibytes, shapes);
  return storePicture(app, me, 'avatar', pictures, write);
}

/** @returns the address of the avatar. The caller checks the permission. */
export async function giveAvatar(tx: Tx, user: User, path: string): Promise<string> {
  await holdPicture(tx, 'avatar', user.id, path);
  return change(tx, user, 'U');
}

/** Restores the generated avatar. @returns its address */
export async function deleteAvatar(tx: Tx, me: { id: number }): Promise<string> {
  const user = userNow(tx, me.id);
  checkMayChange(tx.cache, user);
  if (user.avatarSource !== 'U') return avatarUrl(user);
  await dropPicture(tx, 'avatar', user.id);
  return change(tx, user, 'J');
}

function userNow(tx: Tx, id: number): User {
  const user = tx.cache.users.get(id);
  if (!user?.isActive) throw noSuchUser();
  return user;
}

function checkMayChange(cache: OrganizationCache, user: User): void {
  if (organizationSettings(cache).avatar_changes_disabled && user.role > roles.administrator)
    throw apiError('users.avatars-fixed');
}

async function change(tx: Tx, user: User, avatar_source: 'U' | 'J'): Promise<string> {
  const { id } = user;
  await tx.q
    .updateTable('person')
    .set({ avatar_source, avatar_version: nextVersion(user) })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ users: [id] });
  const after = userNow(tx, id);
  const avatar_url = avatarUrl(after);
  const emitted = { user_id: id, avatar_url, avatar_url_medium: mediumAvatarUrl(after), avatar_source };
  tx.emit(userChanged({ ...emitted, avatar_version: shownVersion(after) }), await audienceAbout(tx, after));
  return avatar_url;
}
