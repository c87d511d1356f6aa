/** Accounts of Slack. */
import type { FileRecord, PersonRecord, PersonRole } from '../records.ts';
import { isOfSlack } from './files.ts';
import { textOf, type SlackUser } from './types.ts';

export function personRecord(user: SlackUser & { id: string }): PersonRecord {
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
  };
}

function roleOf(user: SlackUser): PersonRole {
  if (user.is_primary_owner === true || user.is_owner === true) return 'owner';
  if (user.is_admin === true) return 'administrator';
  return user.is_restricted === true || user.is_ultra_restricted === true ? 'guest' : 'member';
}

/** Slack draws one for everybody; only those that people have chosen are at its own hosts of files. */
function avatarOf({ id, profile = {} }: SlackUser): FileRecord | undefined {
  const url = profile.image_original ?? profile.image_512 ?? profile.image_192;
  if (url === undefined || !isOfSlack(url) || /\/default_|\/avatars\/ava_/.test(url)) return undefined;
  return { id: `avatar:${String(id)}`, name: 'avatar.png', contentType: 'image/png', url };
}
