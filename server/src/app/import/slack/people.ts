/** Converts accounts of Slack. */
import type { FileRecord, PersonRecord, PersonRole } from '../records.ts';
import { isOfSlack } from './files.ts';
import { textOf, type SlackProfile, type SlackUser } from './types.ts';

/** @param labels Names of the workspace's own profile fields, which exports lack. */
export function personRecord(
  user: SlackUser & { id: string },
  labels: ReadonlyMap<string, string> = new Map(),
): PersonRecord {
  const { id, profile = {}, deleted = false } = user;
  const isBot = user.is_bot === true || user.is_app_user === true || id === 'USLACKBOT';
  const name =
    textOf(profile.real_name) ||
    textOf(user.real_name) ||
    textOf(profile.display_name) ||
    textOf(user.name) ||
    id;
  return {
    kind: 'person',
    id,
    name,
    email: textOf(profile.email) || undefined,
    role: roleOf(user),
    isActive: !deleted,
    isBot,
    ...(user.is_stranger === true ? { isForeign: true } : {}),
    timezone: textOf(user.tz) || undefined,
    avatar: avatarOf(user),
    ...(isBot ? {} : { profile: profileOf(profile, labels), status: statusOf(profile) }),
  };
}

function profileOf(profile: SlackProfile, labels: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  if (textOf(profile.title) !== '') found.Title = textOf(profile.title);
  if (textOf(profile.phone) !== '') found.Phone = textOf(profile.phone);
  for (const [id, label] of labels) {
    const value = textOf(profile.fields?.[id]?.value);
    if (value !== '') found[label] = value;
  }
  return found;
}

function statusOf({ status_text: text, status_emoji: emoji }: SlackProfile): PersonRecord['status'] {
  const [said, shown] = [textOf(text), textOf(emoji)];
  return said === '' && shown === '' ? undefined : { text: said, emoji: shown || undefined };
}

function roleOf(user: SlackUser): PersonRole {
  if (user.is_primary_owner === true || user.is_owner === true) return 'owner';
  if (user.is_admin === true) return 'administrator';
  return user.is_restricted === true || user.is_ultra_restricted === true ? 'guest' : 'member';
}

/** Slack generates a picture for everyone; only uploaded ones are on its file hosts. */
function avatarOf({ id, profile = {} }: SlackUser): FileRecord | undefined {
  const url = profile.image_original ?? profile.image_512 ?? profile.image_192;
  if (url === undefined || !isOfSlack(url) || /\/default_|\/avatars\/ava_/.test(url)) return undefined;
  return { id: `avatar:${String(id)}`, name: 'avatar.png', contentType: 'image/png', url };
}
