/** Adds and deactivates custom emoji. Existing messages and reactions keep them. */
import { limits, roles } from '../../../../wire/core.ts';
import { longestEmojiName } from '../../../../wire/emoji.ts';
import { isUniqueViolation } from '../../db/sql.ts';
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type CustomEmoji,
  type OrganizationCache,
  type Principal,
  type User,
  mayIn,
  currentUser,
} from '../../core/organization/index.ts';
import { drawReceived, holdPicture, storePicture } from '../pictures/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import type { ReceivedFile } from '../../http/route.ts';
import type { Shape } from '../../lib/images/process.ts';
import { emojiByName } from '../../lib/markdown/emoji/emoji.ts';
import { emojiObject, emojiObjects } from './serialize.ts';

const shape = (isAnimated: boolean): Shape => ({
  width: 64,
  height: 64,
  fit: 'contain',
  format: 'webp',
  isAnimated,
});
const shapes = [shape(true), shape(false)];

/** @throws ApiError unless the caller may add emoji, the name is free and the file is an image */
export async function addEmoji(
  app: AppContext,
  me: Principal,
  given: string,
  files: readonly ReceivedFile[],
): Promise<void> {
  const name = checkedName(me.cache, me.user, given);
  const { pictures, isAnimated } = await drawReceived(files, 'file', limits.emojiMebibytes, shapes);
  try {
    await storePicture(app, me, 'emoji', pictures, async (tx, path) => {
      const author = currentUser(tx.cache, me);
      checkedName(tx.cache, author, name);
      await insertEmoji(tx, name, author.id, isAnimated, path);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error;
  }
}

async function insertEmoji(
  tx: Tx,
  name: string,
  author_id: number,
  isAnimated: boolean,
  path: string,
): Promise<void> {
  const { id } = await tx.q
    .insertInto('custom_emoji')
    .values({ org_id: tx.orgId, name, author_id, is_animated: isAnimated ? 1 : 0, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await holdPicture(tx, 'emoji', id, path);
  await tx.touch({ organization: true });
  const emoji = tx.cache.organization.emoji.find((one) => one.id === id);
  if (!emoji) throw new Error(`Emoji ${id} was not stored.`);
  tx.emit({ type: 'realm_emoji', op: 'add', emoji: emojiObject(emoji) }, { everyone: true });
  await audit(tx, { action: 'emoji.add', target: { type: 'emoji', id, name } });
  emitAll(tx);
}

/** @throws ApiError for an unknown emoji, and unless the caller added it or is an administrator */
export async function deactivateEmoji(tx: Tx, me: Principal, name: string): Promise<void> {
  const author = currentUser(tx.cache, me);
  const emoji = activeEmoji(tx.cache, name);
  if (!emoji) throw apiError('emoji.not-found', { name });
  if (author.role > roles.administrator && emoji.authorId !== author.id)
    throw apiError('emoji.not-the-author');
  await tx.q
    .updateTable('custom_emoji')
    .set({ is_deactivated: 1 })
    .where('id', '=', emoji.id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
  const change = { emoji_id: String(emoji.id), data: { deactivated: true } };
  tx.emit({ type: 'realm_emoji', op: 'update_one', ...change }, { everyone: true });
  await audit(tx, { action: 'emoji.deactivate', target: { type: 'emoji', id: emoji.id, name: emoji.name } });
  emitAll(tx);
}

const activeEmoji = ({ organization }: OrganizationCache, name: string): CustomEmoji | undefined =>
  organization.emoji.find((one) => one.name === name && !one.isDeactivated);

/** Emits the whole list to clients without `individual_emoji_changes`. */
function emitAll(tx: Tx): void {
  const realm_emoji = emojiObjects(tx.cache);
  tx.emit({ type: 'realm_emoji', op: 'update', realm_emoji }, { everyone: true });
}

function checkedName(cache: OrganizationCache, author: User, given: string): string {
  if (!mayIn(cache, 'can_add_custom_emoji_group', author)) throw apiError('permissions.insufficient');
  const name = given.trim().replaceAll(' ', '_');
  if (name === '') throw apiError('emoji.name-missing');
  if (!/^[0-9a-z_-]+$/.test(name)) throw apiError('emoji.name-characters');
  if (!/[0-9a-z]$/.test(name)) throw apiError('emoji.name-end');
  if (name.length > longestEmojiName) throw apiError('emoji.name-long', { limit: longestEmojiName });
  if (activeEmoji(cache, name)) throw nameTaken();
  const present = cache.organization.emoji.filter((one) => !one.isDeactivated);
  refuseAboveLimit('emoji.too-many', present.length);
  if (emojiByName(name) && author.role > roles.administrator) throw apiError('emoji.override-not-allowed');
  return name;
}

const nameTaken = (): ApiError => apiError('emoji.name-taken');
