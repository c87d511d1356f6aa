/**
 * Deactivated users are removed from permissions that name them; clients derive that from the deactivation. The removed
 * permissions are stored, and restored at reactivation unless they have changed since.
 */
import { channelPermissions } from '../../../../wire/channels.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import { groupPermissions } from '../../../../wire/groups.ts';
import { channelUpdated, getChannelAudience } from '../../core/channels/index.ts';
import { groupChanged, groupPermission } from '../../core/groups/index.ts';
import type { Tx } from '../../core/log/index.ts';

type Settings = Readonly<Record<string, unknown>>;
type Anonymous = Exclude<GroupSetting, number>;

interface SettingLocation {
  place: 'organization' | 'channel' | 'group';
  id: number;
}

/** Removes a user from all permissions of the organization, its channels and its groups that name them. */
export async function removeSettingHolder(tx: Tx, userId: number): Promise<void> {
  const { organization, channels, groups } = tx.cache;
  const places: SettingLocation[] = [
    { place: 'organization', id: organization.id },
    ...[...channels.values()].map(({ id }) => ({ place: 'channel' as const, id })),
    ...[...groups.values()]
      .filter(({ isSystem }) => !isSystem)
      .map(({ id }) => ({ place: 'group' as const, id })),
  ];
  for (const place of places) {
    const settings = getSettings(tx, place);
    const left = withoutHolder(settings, userId);
    if (left.length === 0) continue;
    await store(tx, place, {
      ...settings,
      ...Object.fromEntries(left.map(({ name, value }) => [name, value])),
    });
    for (const { name, before, value } of left) {
      await noteChange(tx, place, name, before, value);
      const rest = { user_id: userId, org_id: tx.orgId, place: place.place, place_id: place.id, name };
      await tx.q
        .insertInto('resting_permission')
        .values({ ...rest, left_value: getText(value) })
        .execute();
    }
  }
}

/** Restores the stored permissions, and emits events. */
export async function restoreHolder(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.q
    .selectFrom('resting_permission')
    .select(['place', 'place_id', 'name', 'left_value'])
    .where('user_id', '=', userId)
    .where('org_id', '=', tx.orgId)
    .orderBy('place')
    .orderBy('place_id')
    .orderBy('name')
    .execute();
  await tx.q.deleteFrom('resting_permission').where('user_id', '=', userId).execute();
  for (const { place: kind, place_id: id, name, left_value } of rows) {
    const place = { place: kind, id };
    const settings = getSettings(tx, place);
    const held = settings[name];
    if (!isAnonymous(held) || getText(held) !== left_value) continue;
    const value = { ...held, direct_members: [...held.direct_members, userId].sort((a, b) => a - b) };
    await store(tx, place, { ...settings, [name]: value });
    await noteChange(tx, place, name, held, value);
    emitGroupSettings(tx, place, name, value);
  }
}

/** Includes the defaults of groups, which name their creator: otherwise the default would restore the permission. */
function getSettings({ cache }: Tx, { place, id }: SettingLocation): Settings {
  if (place === 'organization') return cache.organization.settings;
  if (place === 'channel') return cache.channels.get(id)?.settings ?? {};
  const group = cache.groups.get(id);
  if (!group) return {};
  return Object.fromEntries(groupPermissions.map((name) => [name, groupPermission(cache, group, name)]));
}

async function store(tx: Tx, { place, id }: SettingLocation, given: Settings): Promise<void> {
  const settings = JSON.stringify(given);
  if (place === 'organization') {
    await tx.q.updateTable('organization').set({ settings }).where('id', '=', tx.orgId).execute();
    await tx.touch({ organization: true });
    return;
  }
  const table = place === 'channel' ? 'channel' : 'user_group';
  await tx.q
    .updateTable(table)
    .set({ settings })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch(place === 'channel' ? { channels: [id] } : { groups: [id] });
}

/** Updates the stored state of other deactivated users, so that their permissions are still restored. */
async function noteChange(
  tx: Tx,
  { place, id }: SettingLocation,
  name: string,
  before: Anonymous,
  after: Anonymous,
): Promise<void> {
  await tx.q
    .updateTable('resting_permission')
    .set({ left_value: getText(after) })
    .where('org_id', '=', tx.orgId)
    .where('place', '=', place)
    .where('place_id', '=', id)
    .where('name', '=', name)
    .where('left_value', '=', getText(before))
    .execute();
}

function emitGroupSettings(tx: Tx, { place, id }: SettingLocation, name: string, value: Anonymous): void {
  const channel = place === 'channel' ? tx.cache.channels.get(id) : undefined;
  const permission = channelPermissions.find((one) => one === name);
  if (channel && permission) tx.emit(channelUpdated(channel, permission, value), getChannelAudience(channel));
  else if (place === 'group') tx.emit(groupChanged(id, { [name]: value }), { everyone: true });
  else if (place === 'organization')
    tx.emit(
      { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } },
      { everyone: true },
    );
}

/** The permissions that name a user, without that user. */
function withoutHolder(settings: Settings, userId: number) {
  return Object.entries(settings).flatMap(([name, before]) => {
    if (!isAnonymous(before) || !before.direct_members.includes(userId)) return [];
    const value = { ...before, direct_members: before.direct_members.filter((id) => id !== userId) };
    return [{ name, before, value }];
  });
}

const getText = ({ direct_members, direct_subgroups }: Anonymous): string =>
  JSON.stringify([[...direct_members].sort(ascending), [...direct_subgroups].sort(ascending)]);

const ascending = (a: number, b: number): number => a - b;

const isAnonymous = (value: unknown): value is Anonymous =>
  typeof value === 'object' && value !== null && 'direct_members' in value;
