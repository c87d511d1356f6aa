/** Exports avatars and custom emoji in the format of Zulip. */
import { listAccounts } from '../../core/users/index.ts';
import { pathOfPicture, pictureKey } from '../../features/pictures/index.ts';
import type { ExportContext } from './context.ts';
import { JsonList } from './folder.ts';

/** Only uploaded pictures: every server generates the others itself. */
export async function writeAvatars({ app, cache, folder }: ExportContext): Promise<void> {
  const records = new JsonList(await folder.open('avatars/records.json'));
  const { orgId } = cache;
  for (const user of listAccounts(cache)) {
    if (user.avatarSource !== 'U') continue;
    const source = await pathOfPicture(app.db.read, orgId, 'avatar', user.id);
    if (source === undefined) continue;
    const path = `${orgId}/${user.id}.original`;
    if (!(await folder.copyKey(pictureKey(source, 'medium.png'), `avatars/${path}`))) continue;
    await records.add({
      path,
      s3_path: path,
      realm_id: orgId,
      user_profile_id: user.id,
      avatar_version: 1,
      content_type: 'image/png',
      last_modified: user.dateJoined / 1000,
      // The smaller picture is drawn there.
      importer_should_thumbnail: true,
    });
  }
  await records.end();
}

export interface WrittenEmoji {
  id: number;
  name: string;
  [column: string]: unknown;
}

/** Writes the images and returns the rows of their table. Emoji without an image are skipped. */
export async function writeEmoji({ cache, folder }: ExportContext): Promise<WrittenEmoji[]> {
  const { orgId } = cache;
  const rows: WrittenEmoji[] = [];
  const records: object[] = [];
  for (const { id, name, authorId: author, isAnimated, isDeactivated, path: source } of cache.organization
    .emoji) {
    const fileName = `${id}.webp`;
    const path = `${orgId}/emoji/images/${fileName}`;
    if (!(await folder.copyKey(pictureKey(source, 'image.webp'), `emoji/${path}`))) continue;
    const common = { name, author, file_name: fileName, deactivated: isDeactivated };
    rows.push({ id, realm: orgId, ...common, is_animated: isAnimated });
    records.push({
      ...common,
      path,
      s3_path: path,
      realm_id: orgId,
      content_type: 'image/webp',
      last_modified: cache.organization.createdAt / 1000,
    });
  }
  await folder.json('emoji/records.json', records);
  return rows;
}
