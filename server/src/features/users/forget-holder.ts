/** Someone who is deactivated holds no permission by name any more: every client concludes that from the deactivation. */
import type { GroupSetting } from '../../../../wire/core.ts';
import { groupPermissions } from '../../../../wire/groups.ts';
import type { Tx } from '../../db/tx.ts';
import { groupPermission } from '../groups/permissions.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Takes a person out of the named holders of every permission of the organization, its channels and its groups. */
export async function forgetHolder(tx: Tx, userId: number): Promise<void> {
  await forgetInOrganization(tx, userId);
  await forgetInChannels(tx, userId);
  await forgetInGroups(tx, userId);
}

async function forgetInOrganization(tx: Tx, userId: number): Promise<void> {
  const settings = withoutHolder(tx.directory.organization.settings, userId);
  if (!settings) return;
  await tx.q
    .updateTable('organization')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
}

async function forgetInChannels(tx: Tx, userId: number): Promise<void> {
  for (const channel of [...tx.directory.channels.values()]) {
    const settings = withoutHolder(channel.settings, userId);
    if (!settings) continue;
    await tx.q
      .updateTable('channel')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', channel.id)
      .where('org_id', '=', tx.orgId)
      .execute();
    await tx.touch({ channels: [channel.id] });
  }
}

async function forgetInGroups(tx: Tx, userId: number): Promise<void> {
  for (const group of [...tx.directory.groups.values()]) {
    if (group.isSystem) continue;
    // What its maker holds by default is written down, so that it does not come back by itself.
    const held = groupPermissions.map((name) => [name, groupPermission(tx.directory, group, name)] as const);
    const settings = withoutHolder(Object.fromEntries(held), userId);
    if (!settings) continue;
    await tx.q
      .updateTable('user_group')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', group.id)
      .where('org_id', '=', tx.orgId)
      .execute();
    await tx.touch({ groups: [group.id] });
  }
}

type Anonymous = Exclude<GroupSetting, number>;

/** `undefined` when nothing changes. */
function withoutHolder(settings: Settings, userId: number): Settings | undefined {
  const held = Object.entries(settings).flatMap(([name, value]): [string, Anonymous][] =>
    isAnonymous(value) && value.direct_members.includes(userId) ? [[name, value]] : [],
  );
  if (held.length === 0) return undefined;
  const left = held.map(([name, { direct_members, direct_subgroups }]) => [
    name,
    { direct_members: direct_members.filter((id) => id !== userId), direct_subgroups },
  ]);
  return { ...settings, ...(Object.fromEntries(left) as Settings) };
}

const isAnonymous = (value: unknown): value is Anonymous =>
  typeof value === 'object' && value !== null && 'direct_members' in value;
