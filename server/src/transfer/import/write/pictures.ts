/** Imports custom emoji and avatars. */
import { addEmoji } from '../../../features/emoji/index.ts';
import { giveAvatar, storeAvatar } from '../../../features/avatars/index.ts';
import { StorageFault } from '../../../lib/storage/faults.ts';
import { limits } from '../../../../../wire/core.ts';
import { mebibyte } from '../../../features/uploads/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import type { ReceivedFile } from '../../../http/route.ts';
import type { EmojiRecord, FileRecord, PersonRecord } from '../records.ts';
import type { ImportContext } from './context.ts';
import { findItems, storeItems } from './items.ts';
import { emojiFileName } from './reactions.ts';
import { pictureFault, shownPerson } from '../pictures/faults.ts';

export async function writeEmoji(context: ImportContext, record: EmojiRecord): Promise<void> {
  const { app, orgId, report, cache, owner, emojiAliases } = context;
  if (record.aliasOf !== undefined) {
    emojiAliases.set(record.name, record.aliasOf);
    return;
  }
  report.count('emoji', 'found');
  const name = emojiFileName(record.name);
  const key = record.id ?? record.name;
  const getActive = () => cache.organization.emoji.find((one) => one.name === name && !one.isDeactivated);
  if (context.emoji.has(key) || (getActive() && record.isDeactivated !== true)) {
    report.count('emoji', 'known');
    return;
  }
  if (name !== record.name)
    report.problem(`emoji :${record.name}:`, `Its name may not be a name here: it became "${name}".`);
  try {
    if (!record.file) throw new Error('The export has no picture of it.');
    const files = await received(context, record.file, limits.emojiMebibytes);
    await addEmoji(app, { id: owner.id, orgId, user: owner, cache }, name, files);
    const made = getActive();
    if (made) {
      await app.db.write(orgId, 'system', (tx) => finishEmoji(tx, context, record, made.id));
      context.emoji.set(key, made.id);
    }
    report.count('emoji', 'added');
  } catch (error) {
    refusePassing(context, error);
    report.count('emoji', 'skipped');
    report.problem(`emoji :${record.name}:`, pictureFault(error, record.file));
  }
}

async function finishEmoji(
  tx: Tx,
  context: ImportContext,
  { id, name, author, isDeactivated }: EmojiRecord,
  localId: number,
): Promise<void> {
  const authorId = context.people.get(author ?? '');
  await tx.q
    .updateTable('custom_emoji')
    .set({
      is_deactivated: isDeactivated === true ? 1 : 0,
      ...(authorId === undefined ? {} : { author_id: authorId }),
    })
    .where('id', '=', localId)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
  await storeItems(tx, context, 'emoji', [{ key: id ?? name, localId }]);
}

/** Only for accounts that this import created: existing users have chosen their own. */
export async function writeAvatar(context: ImportContext, record: PersonRecord): Promise<void> {
  const { id, avatar } = record;
  const { app, orgId, sourceId, people, report, cache } = context;
  const user = cache.users.get(people.get(id) ?? 0);
  if (!avatar || user?.isActive !== true || user.avatarSource !== 'J') return;
  const [item] = (await findItems(app.db.read, sourceId, 'person', [id])).values();
  if (item?.localId !== user.id) return;
  try {
    const me = { id: user.id, orgId, user, cache };
    const files = await received(context, avatar, limits.avatarMebibytes);
    await storeAvatar(app, me, files, async (tx, path) => {
      const now = tx.cache.users.get(user.id);
      if (now) await giveAvatar(tx, now, path);
    });
  } catch (error) {
    refusePassing(context, error);
    report.problem(`picture of ${shownPerson(record)}`, pictureFault(error, avatar));
  }
}

/** An unreadable picture is skipped; a full disk ends the import. */
export function refusePassing({ signal }: ImportContext, error: unknown): void {
  if (signal.aborted || error instanceof StorageFault) throw error;
}

export async function received(
  context: ImportContext,
  record: FileRecord,
  mostMib: number,
): Promise<ReceivedFile[]> {
  const stream = await context.openFile(record);
  if (!stream) throw new Error('The export does not have it, and says no address.');
  const file = await context.app.files.incoming.receive(stream, mostMib * mebibyte, context.signal);
  return [{ name: record.name, contentType: record.contentType, file }];
}
