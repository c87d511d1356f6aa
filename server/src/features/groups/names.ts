/** Names and descriptions of groups. */
import { limits } from '../../../../wire/core.ts';
import { findNamed, type OrganizationCache } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, forbiddenAt, isPlainText, nameKey, tidySpaces } from '../../lib/text.ts';

/** Reserved for mentions, roles and search filters. */
const reservedPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:'] as const;

/** @returns the name as it is stored. */
export function checkedGroupName(given: string): string {
  const name = tidySpaces(given.normalize('NFC'));
  if (name === '') throw apiError('groups.name-empty');
  if (codePoints(name) > limits.groupNameLength)
    throw apiError('groups.name-long', { limit: limits.groupNameLength });
  const position = forbiddenAt(name);
  if (position > 0) throw apiError('groups.name-character', { position });
  const key = nameKey(name);
  const prefix = reservedPrefixes.find((one) => key.startsWith(one));
  if (prefix !== undefined) throw apiError('groups.name-prefix', { prefix });
  return name;
}

/** Deactivated groups keep their names. @param exceptId The group being renamed. */
export function checkGroupNameIsFree(cache: OrganizationCache, name: string, exceptId?: number): void {
  const group = findNamed(cache.groups, name);
  if (group && group.id !== exceptId) throw apiError('groups.name-taken', { name });
}

export function checkedGroupDescription(given: string): string {
  const description = given.trim();
  if (!isPlainText(description)) throw apiError('groups.description-character');
  if (codePoints(description) > limits.groupDescriptionLength)
    throw apiError('parameters.too-long', { name: 'description', limit: limits.groupDescriptionLength });
  return description;
}
