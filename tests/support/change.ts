/** Changes to the world of a test that are not what the test is about, written as rows. */
import { roles, type GroupSetting, type Role } from '../../wire/core.ts';
import { insertChannel, type NewChannel } from '../../server/src/core/channels/insert.ts';
import { beginMemberships } from '../../server/src/core/channels/membership.ts';
import { createOrganization } from '../../server/src/features/organization/create.ts';
import { systemBots } from '../../server/src/core/users/system-bots.ts';
import { sendToChannel } from '../../server/src/features/message-send/send.ts';
import { draftFor, notificationBot } from '../../server/src/features/message-send/notification-bot.ts';
import { insertPerson, newCredentials } from '../../server/src/core/users/insert.ts';
import { nameKey } from '../../server/src/lib/text.ts';
import type { Principal } from '../../server/src/core/organization/principal.ts';
import type { Account } from './client.ts';
import type { Name, World } from './world.ts';

export async function groupId(world: World, name: string): Promise<number> {
  const cache = await world.app.organizations.cache(world.orgId);
  const group = cache.groups.find('name', nameKey(name));
  if (!group) throw new Error(`There is no group ${name}.`);
  return group.id;
}

/** Settings and permissions of the organization, as they are stored. */
export function setOrganization(world: World, changes: Record<string, unknown>): Promise<void> {
  return world.app.db.write(world.orgId, 'system', async (tx) => {
    const settings = { ...tx.cache.organization.settings, ...changes };
    await tx.q
      .updateTable('organization')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', world.orgId)
      .execute();
    await tx.touch({ organization: true });
  });
}

/** Columns of a channel; its permissions under their names. */
export function setChannel(
  world: World,
  channelId: number,
  changes: {
    is_archived?: 0 | 1;
    is_web_public?: 0 | 1;
    retention_days?: number;
    permissions?: Record<string, GroupSetting>;
  },
): Promise<void> {
  return world.app.db.write(world.orgId, 'system', async (tx) => {
    const { permissions = {}, ...columns } = changes;
    const settings = JSON.stringify({ ...tx.cache.channels.get(channelId)?.settings, ...permissions });
    await tx.q
      .updateTable('channel')
      .set({ ...columns, settings })
      .where('id', '=', channelId)
      .execute();
    await tx.touch({ channels: [channelId] });
  });
}

export async function addChannel(
  world: World,
  channel: Partial<NewChannel> & { name: string },
): Promise<number> {
  return world.app.db.write(world.orgId, 'system', (tx) =>
    insertChannel(tx, { creatorId: world.people.ada.id, ...channel }),
  );
}

export async function addMembers(world: World, channelId: number, userIds: readonly number[]): Promise<void> {
  await world.app.db.write(world.orgId, 'system', (tx) =>
    beginMemberships(
      tx,
      userIds.map((userId) => ({ userId, channelId })),
    ),
  );
}

export interface Addition {
  role?: Role;
  /** Makes it a bot of this owner. */
  botOwner?: Name;
}

export async function addPerson(
  world: World,
  name: string,
  { role, botOwner }: Addition = {},
): Promise<Account> {
  const { apiKey, ...credentials } = newCredentials(world.app.secrets, null);
  const email = `${name}@example.com`;
  const id = await world.app.db.write(world.orgId, 'system', async (tx) => {
    const userId = await insertPerson(tx, world.orgId, {
      email,
      fullName: `${name} (added)`,
      role: role ?? roles.member,
      ...(botOwner ? { bot: { type: 1, ownerId: world.people[botOwner].id } } : {}),
      ...credentials,
    });
    await tx.touch({ users: [userId] });
    return userId;
  });
  return { id, email, apiKey };
}

export function deactivate(world: World, userId: number): Promise<void> {
  return world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q.updateTable('person').set({ is_active: 0 }).where('id', '=', userId).execute();
    await tx.touch({ users: [userId] });
  });
}

/** As a request of someone has it: a snapshot that later changes do not affect. */
export async function asPrincipal(world: World, who: Name): Promise<Principal> {
  const cache = await world.app.organizations.cache(world.orgId);
  const user = cache.users.get(world.people[who].id);
  if (!user) throw new Error(`There is no ${who}.`);
  return { id: user.id, orgId: world.orgId, user, cache };
}

export function setRole(world: World, userId: number, role: Role): Promise<void> {
  return world.app.db.write(world.orgId, 'system', async (tx) => {
    await tx.q.updateTable('person').set({ role }).where('id', '=', userId).execute();
    await tx.touch({ users: [userId] });
  });
}

export function addGroup(
  world: World,
  name: string,
  members: readonly number[],
  { isDeactivated = false }: { isDeactivated?: boolean } = {},
): Promise<number> {
  return world.app.db.write(world.orgId, 'system', async (tx) => {
    const { id } = await tx.q
      .insertInto('user_group')
      .values({
        org_id: world.orgId,
        name,
        name_key: nameKey(name),
        description: '',
        is_system: 0,
        creator_id: null,
        created_at: tx.now,
        is_deactivated: isDeactivated ? 1 : 0,
        settings: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const userId of members)
      await tx.q.insertInto('group_member').values({ group_id: id, user_id: userId }).execute();
    await tx.touch({ groups: [id] });
    return id;
  });
}

/** Something said there; its id. */
export function sayElsewhere(
  world: World,
  { orgId, channelId }: { orgId: number; channelId: number },
): Promise<number> {
  return world.app.db.write(orgId, 'system', async (tx) => {
    const bot = notificationBot(tx);
    const place = { to: channelId, topic: 'warp' };
    const draft = draftFor(tx, bot, 'canary');
    const { id } = await sendToChannel(tx, bot, place, { draft, client: 'Internal' });
    return id;
  });
}

/** A second organization on the same server, with a channel and a group of its own. */
export async function addOrganization(
  world: World,
): Promise<{ orgId: number; ownerId: number; channelId: number; groupId: number }> {
  const { app } = world;
  const credentials = () => newCredentials(app.secrets, null);
  const among = app.organizations.names.length;
  const { orgId, ownerId } = await app.db.write(0, 'system', (tx) =>
    createOrganization(tx, {
      name: 'Others',
      subdomain: among === 1 ? 'others' : `others-${String(among)}`,
      owner: { email: 'olga@others.example', fullName: 'Olga Other', ...credentials() },
      botCredentials: systemBots.map(() => credentials()),
    }),
  );
  await app.organizations.refresh();
  const channelId = await app.db.write(orgId, 'system', (tx) =>
    insertChannel(tx, { name: 'elsewhere', creatorId: ownerId }),
  );
  const cache = await app.organizations.cache(orgId);
  const group = cache.groups.find('name', 'role:members');
  return { orgId, ownerId, channelId, groupId: group?.id ?? 0 };
}
