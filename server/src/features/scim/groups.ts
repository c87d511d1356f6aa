/** /scim/v2/Groups: groups whose members an identity provider sets. System groups, which follow roles, are excluded. */
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Group, OrganizationCache } from '../../core/organization/index.ts';
import { createGroup, deactivateGroup, enterGroup, leaveGroup, updateGroup } from '../groups/index.ts';
import { externalIds, storeExternalId } from './external-ids.ts';
import { matches, parseFilter } from './filter.ts';
import { findOwner } from './owner.ts';
import { type PatchOperation, eachAttribute } from './patch.ts';
import { type Json, ScimError, attribute, invalidValue, listObject, notFound, urn } from './protocol.ts';
import { isObject } from '../../lib/objects.ts';

function groupObject(cache: OrganizationCache, group: Group, base: string, externalId?: string): Json {
  const members = [...group.members]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const user = cache.users.get(id);
      if (!user || user.isBot) return [];
      return [{ value: String(id), $ref: `${base}/Users/${id}`, display: user.fullName, type: 'User' }];
    });
  return {
    schemas: [urn.group],
    id: String(group.id),
    ...(externalId !== undefined && { externalId }),
    displayName: group.name,
    members,
    meta: { resourceType: 'Group', location: `${base}/Groups/${group.id}` },
  };
}

const isListed = (group: Group): boolean => !group.isSystem && !group.isDeactivated;

/** @param query With a filter, `startIndex` and `count`. @returns one page */
export async function listGroups(
  { db }: AppContext,
  cache: OrganizationCache,
  query: Json,
  base: string,
): Promise<Json> {
  const filter = parseFilter(attribute(query, 'filter'));
  // COMPAT(Entra): it asks for groups without the members.
  const excluded = attribute(query, 'excludedAttributes');
  const omitsMembers = typeof excluded === 'string' && /\bmembers\b/i.test(excluded);
  const external = await externalIds(db.read, cache.orgId, 'group');
  const groups = [...cache.groups.values()]
    .filter(isListed)
    .filter((group) => matches(filter, () => filtered(group, external.get(group.id))))
    .sort((a, b) => a.id - b.id);
  return listObject(groups, query, (group) => {
    const { members, ...rest } = groupObject(cache, group, base, external.get(group.id));
    return omitsMembers ? rest : { ...rest, members };
  });
}

const filtered = (group: Group, externalId: string | undefined) => ({
  id: [String(group.id)],
  displayname: [group.name],
  externalid: externalId === undefined ? [] : [externalId],
  members: [...group.members].map(String),
  'members.value': [...group.members].map(String),
});

function groupById({ groups }: OrganizationCache, id: string): Group {
  const group = /^\d{1,15}$/.test(id) ? groups.get(Number(id)) : undefined;
  if (!group || group.isDeactivated) throw notFound('Group', id);
  if (group.isSystem) throw new ScimError(400, `Group ${group.name} can't be managed by SCIM.`, 'mutability');
  return group;
}

export function createScimGroup({ db }: AppContext, orgId: number, body: Json): Promise<number> {
  const name = parseName(attribute(body, 'displayName'));
  if (name === undefined) throw invalidValue('A group needs a displayName');
  return db.write(orgId, 'system', async (tx) => {
    const members = memberIds(tx.cache, attribute(body, 'members') ?? []);
    const nobody = tx.cache.groups.find('name', 'role:nobody')?.id;
    const permissions =
      nobody === undefined ? {} : { can_manage_group: nobody, can_add_members_group: nobody };
    const description = 'Created from SCIM';
    const id = await createGroup(tx, findOwner(tx.cache), { name, description, members, ...permissions });
    await storeExternalId(tx, 'group', id, attribute(body, 'externalId'));
    return id;
  });
}

/** PUT: without `members`, they are kept. */
export function replaceGroup({ db }: AppContext, orgId: number, id: string, body: Json): Promise<void> {
  return db.write(orgId, 'system', async (tx) => {
    const group = groupById(tx.cache, id);
    await storeExternalId(tx, 'group', group.id, attribute(body, 'externalId'));
    await rename(tx, group, parseName(attribute(body, 'displayName')));
    const members = attribute(body, 'members');
    if (members !== undefined) await setMembers(tx, group, memberIds(tx.cache, members));
  });
}

export function patchGroup(
  { db }: AppContext,
  orgId: number,
  id: string,
  operations: readonly PatchOperation[],
): Promise<void> {
  return db.write(orgId, 'system', async (tx) => {
    for (const operation of eachAttribute(operations))
      await applyOperation(tx, groupById(tx.cache, id), operation);
  });
}

async function applyOperation(tx: Tx, group: Group, operation: PatchOperation): Promise<void> {
  const { op, path, value, filtered: one } = operation;
  if (path === 'displayname' && op !== 'remove') return rename(tx, group, parseName(value));
  if (path === 'externalid') return storeExternalId(tx, 'group', group.id, value);
  // COMPAT(Okta): it sends the ID of the group as an attribute.
  if (path === 'id') return;
  if (path !== 'members') throw new ScimError(400, `Groups have no attribute ${path}`, 'invalidPath');
  if (op === 'replace') return setMembers(tx, group, memberIds(tx.cache, value));
  if (op === 'add') return addMembers(tx, group, memberIds(tx.cache, value));
  // Without a filter and a value, all members are removed.
  const removed =
    one !== undefined ? idsIn([{ value: one }]) : value === undefined ? [...group.members] : idsIn(value);
  return removeMembers(tx, group, removed);
}

/** DELETE: the group is deactivated, and its members leave. */
export function deleteGroup({ db }: AppContext, orgId: number, id: string): Promise<void> {
  return db.write(orgId, 'system', async (tx) => {
    const group = groupById(tx.cache, id);
    await deactivateGroup(tx, findOwner(tx.cache), group.id);
  });
}

const parseName = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

async function rename(tx: Tx, group: Group, name: string | undefined): Promise<void> {
  if (name !== undefined && name !== group.name)
    await updateGroup(tx, findOwner(tx.cache), group.id, { name });
}

async function setMembers(tx: Tx, group: Group, wanted: readonly number[]): Promise<void> {
  const kept = new Set(wanted);
  await removeMembers(
    tx,
    group,
    [...group.members].filter((id) => !kept.has(id) && tx.cache.users.get(id)?.isBot !== true),
  );
  await addMembers(tx, tx.cache.groups.get(group.id) ?? group, wanted);
}

async function addMembers(tx: Tx, group: Group, ids: readonly number[]): Promise<void> {
  const come = ids.filter((id) => !group.members.has(id));
  if (come.length > 0) await enterGroup(tx, group.id, come);
}

async function removeMembers(tx: Tx, group: Group, ids: readonly number[]): Promise<void> {
  const gone = ids.filter((id) => group.members.has(id));
  if (gone.length > 0) await leaveGroup(tx, group.id, gone);
}

const mostMembers = 20_000;

function idsIn(value: unknown): number[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > mostMembers) throw new ScimError(400, 'Too many members', 'tooMany');
  return list.map((one: unknown) => {
    const id = isObject(one) ? one.value : one;
    if (typeof id !== 'string' || !/^\d{1,15}$/.test(id))
      throw invalidValue('Members are named by the IDs of users');
    return Number(id);
  });
}

/** @throws ScimError unless all are active users of the organization */
function memberIds(cache: OrganizationCache, value: unknown): number[] {
  const ids = [...new Set(idsIn(value))];
  for (const id of ids) {
    const user = cache.users.get(id);
    if (!user?.isActive || user.isBot) throw invalidValue(`There is no active user with the ID ${id}`);
  }
  return ids;
}

export async function getGroup(
  app: AppContext,
  cache: OrganizationCache,
  id: string,
  base: string,
): Promise<Json> {
  const group = groupById(cache, id);
  const external = await externalIds(app.db.read, cache.orgId, 'group');
  return groupObject(cache, group, base, external.get(group.id));
}
