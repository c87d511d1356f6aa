/** Permission values in canonical form, so that equal ones compare as equal. */
import type { GroupSetting } from '../../../../wire/core.ts';

const byNumber = (a: number, b: number): number => a - b;

/** The same members and subgroups, in ascending order. */
export function canonicalSetting(setting: GroupSetting): GroupSetting {
  if (typeof setting === 'number') return setting;
  return {
    direct_members: setting.direct_members.toSorted(byNumber),
    direct_subgroups: setting.direct_subgroups.toSorted(byNumber),
  };
}

export const isAnonymousGroup = (value: unknown): value is Exclude<GroupSetting, number> =>
  typeof value === 'object' && value !== null && 'direct_members' in value && 'direct_subgroups' in value;

/** Makes all permissions of an object from the wire canonical. Returns the object itself if they are already. */
export function canonical<T extends object>(object: T): T {
  let copy: Record<string, unknown> | undefined;
  // Any object can be read by strings, and a copy has the same fields, with permissions of equal meaning.
  const fields = object as Record<string, unknown>;
  // With a thousand channels of thirty fields, `Object.entries` would take most of the time of a start.
  for (const name in fields) {
    const value = fields[name];
    if (isAnonymousGroup(value)) (copy ??= { ...fields })[name] = canonicalSetting(value);
  }
  return (copy ?? object) as T;
}

/** Removes a person from every anonymous group among the values of an object. */
export function removeFromSettings(object: Record<string, unknown>, userId: number): void {
  for (const [name, value] of Object.entries(object)) {
    if (!isAnonymousGroup(value)) continue;
    object[name] = { ...value, direct_members: value.direct_members.filter((id) => id !== userId) };
  }
}
