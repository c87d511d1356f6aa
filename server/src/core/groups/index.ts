/** The exports of `groups` for other rooms. */
export {
  groupById,
  groupForChange,
  insufficient,
  mayChangeGroup,
  usableGroup,
  groupPermission,
} from './access.ts';
export { permissionsReduced } from './hooks.ts';
export {
  channelObjection,
  groupAdded,
  groupChanged,
  groupObject,
  groupObjection,
  membersChanged,
  subgroupsChanged,
} from './serialize.ts';
export { changedPermissions, checkMember, givenPermissions } from './setting-values.ts';
export { emitSystemGroups, groupOfRole, systemGroupMembers } from './system-groups.ts';
