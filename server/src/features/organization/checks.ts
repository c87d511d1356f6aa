/** What the settings of an organization may be, and who may change which. */
import { limits, roles } from '../../../../wire/core.ts';
import { welcomeMessageLength } from '../../../../wire/invites.ts';
import { organizationDescriptionLength } from '../../../../wire/update-organization.ts';
import type { Directory } from '../../directory/directory.ts';
import type { User } from '../../directory/types.ts';
import { ApiError, badRequest } from '../../http/errors.ts';
import { canonicalLanguage } from '../../markdown/languages.ts';
import { codePoints, forbiddenAt, isPlainText, tidySpaces } from '../../text.ts';
import { canSeeChannel } from '../messages/access.ts';

/** Who rules is decided by owners. */
const ofOwners: ReadonlySet<string> = new Set([
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'waiting_period_threshold',
]);

/** @param names The settings that a request gives, whether it changes them or not. */
export function checkMayChange(author: User | undefined, names: readonly string[]): void {
  if (!author || author.role > roles.administrator)
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
  if (author.role !== roles.owner && names.some((name) => ofOwners.has(name)))
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner');
}

export function checkedOrganizationName(given: string): string {
  const name = tidySpaces(given);
  if (name === '') throw badRequest('Organization name cannot be blank');
  if (codePoints(name) > limits.organizationNameLength) throw badRequest('Organization name is too long.');
  if (forbiddenAt(name) > 0) throw badRequest('Invalid characters in name!');
  return name;
}

export function checkedOrganizationDescription(given: string): string {
  const description = given.trim();
  if (codePoints(description) > organizationDescriptionLength)
    throw badRequest('Organization description is too long.');
  return description;
}

/** What new people are told; '' sends nothing. */
export function checkedWelcomeText(text: string): string {
  if (!isPlainText(text)) throw badRequest('Invalid character in welcome_message_custom_text.');
  if (codePoints(text) > welcomeMessageLength)
    throw badRequest(`welcome_message_custom_text is too long (limit: ${welcomeMessageLength} characters)`);
  return text;
}

/** null sets no limit. */
export function checkedTimeLimit(name: string, given: number | string): number | null {
  if (given === 'unlimited') return null;
  if (typeof given === 'string' || given <= 0) throw badRequest(`Bad value for '${name}': ${given}`);
  return given;
}

/** Days; -1 keeps messages for ever. */
export function checkedRetention(given: number | string): number {
  if (given === 'unlimited' || given === -1) return -1;
  if (typeof given === 'string' || given <= 0)
    throw badRequest(`Bad value for 'message_retention_days': ${given}`);
  return given;
}

/** A language as clients know it; any other as it is. */
export function checkedCodeLanguage(given: string): string {
  const language = given.trim();
  if (!/^[ a-zA-Z0-9_+\-./#]{0,40}$/.test(language))
    throw badRequest('Invalid characters in pygments language');
  return canonicalLanguage(language);
}

/** A channel that the author sees and that is in use; reports are for few eyes. */
export function checkedChannel(directory: Directory, author: User, name: string, id: number): number {
  if (id < 0) return -1;
  const channel = directory.channels.get(id);
  if (!channel || channel.isArchived || !canSeeChannel(directory, channel, author))
    throw badRequest('Invalid channel ID');
  if (name === 'moderation_request_channel_id' && !channel.isPrivate)
    throw badRequest('Moderation request channel must be private.');
  return id;
}
