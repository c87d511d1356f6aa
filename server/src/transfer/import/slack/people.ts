/** Converts accounts of Slack. */
import type { FileRecord, PersonRecord, PersonRole } from '../records.ts';
import { isOfSlack } from './files.ts';
import { toText, type SlackProfile, type SlackUser } from './types.ts';

/** @param labels Names of the workspace's own profile fields, which exports lack. */
export function personRecord(
  user: SlackUser & { id: string },
  labels: ReadonlyMap<string, string> = new Map(),
): PersonRecord {
  const { id, profile = {}, deleted = false } = user;
  const isBot = user.is_bot === true || user.is_app_user === true || id === 'USLACKBOT';
  const name =
    toText(profile.real_name) ||
    toText(user.real_name) ||
    toText(profile.display_name) ||
    toText(user.name) ||
    id;
  return {
    kind: 'person',
    id,
    name,
    email: toText(profile.email) || undefined,
    role: convertRole(user),
    isActive: !deleted,
    isBot,
    ...(user.is_stranger === true ? { isForeign: true } : {}),
    timezone: toText(user.tz) || undefined,
    avatar: findAvatar(user),
    ...(isBot ? {} : { profile: convertProfile(profile, labels), status: convertStatus(profile) }),
  };
}

function convertProfile(profile: SlackProfile, labels: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  if (toText(profile.title) !== '') found.Title = toText(profile.title);
  if (toText(profile.phone) !== '') found.Phone = toText(profile.phone);
  for (const [id, label] of labels) {
    const value = toText(profile.fields?.[id]?.value);
    if (value !== '') found[label] = value;
  }
  return found;
}

function convertStatus({ status_text: text, status_emoji: emoji }: SlackProfile): PersonRecord['status'] {
  // Without its skin tone.
  const [said, shown] = [toText(text), toText(emoji).replace(/::.*$/, ':')];
  return said === '' && shown === '' ? undefined : { text: said, emoji: shown || undefined };
}

function convertRole(user: SlackUser): PersonRole {
  if (user.is_restricted === true || user.is_ultra_restricted === true) return 'guest';
  if (user.is_primary_owner === true || user.is_owner === true) return 'owner';
  return user.is_admin === true ? 'administrator' : 'member';
}

/** Slack generates a picture for everyone; only uploaded ones are on its file hosts. */
function findAvatar({ id, profile = {} }: SlackUser): FileRecord | undefined {
  const url = profile.image_original ?? profile.image_512 ?? profile.image_192;
  if (url === undefined || !isOfSlack(url) || /\/default_|\/avatars\/ava_/.test(url)) return undefined;
  return { id: `avatar:${String(id)}`, name: 'avatar.png', contentType: 'image/png', url };
}
