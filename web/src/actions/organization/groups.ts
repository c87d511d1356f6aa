/** Creates and changes user groups. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask } from '../request/outcome.ts';

export type NewGroup = {
  name: string;
  description: string;
  members: readonly number[];
  permissions: Readonly<Partial<Record<GroupPermission, GroupSetting>>>;
};

export const createGroup = (
  { api }: Client,
  { permissions, ...group }: NewGroup,
): Promise<ApiFailure | undefined> => ask(api.post('/user_groups/create', { ...group, ...permissions }));

type GroupChange = { name?: string; description?: string; deactivated?: false };

export const updateGroup = (
  { api }: Client,
  groupId: number,
  change: GroupChange,
): Promise<ApiFailure | undefined> => ask(api.patch(`/user_groups/${groupId}`, change));

export const setGroupPermission = (
  { api }: Client,
  groupId: number,
  name: GroupPermission,
  before: GroupSetting,
  value: GroupSetting,
): Promise<ApiFailure | undefined> =>
  ask(api.patch(`/user_groups/${groupId}`, { [name]: { new: value, old: before } }));

export const changeMembers = (
  { api }: Client,
  groupId: number,
  change: { add: readonly number[] } | { delete: readonly number[] },
): Promise<ApiFailure | undefined> => ask(api.post(`/user_groups/${groupId}/members`, change));

/** Adds and removes subgroups, whose members are members of the group too. */
export const changeSubgroups = (
  { api }: Client,
  groupId: number,
  change: { add: readonly number[] } | { delete: readonly number[] },
): Promise<ApiFailure | undefined> => ask(api.post(`/user_groups/${groupId}/subgroups`, change));

export const deactivateGroup = ({ api }: Client, groupId: number): Promise<ApiFailure | undefined> =>
  ask(api.post(`/user_groups/${groupId}/deactivate`, {}));
