/** Roles by the names that operators and identity providers use. */
import { type Role, roles } from '../../../wire/core.ts';

type RoleName = keyof typeof roles;

const isRoleName = (name: string): name is RoleName => Object.hasOwn(roles, name);

export const roleNames: readonly RoleName[] = Object.keys(roles).filter(isRoleName);

export const findRole = (name: string): Role | undefined => (isRoleName(name) ? roles[name] : undefined);

export const findRoleName = (role: Role): RoleName | undefined =>
  roleNames.find((name) => roles[name] === role);
