/** What the settings of an organization may be, and who may change which. */
import { limits, roles } from '../../../../wire/core.ts';
import { welcomeMessageLength } from '../../../../wire/invites.ts';
import { gifRatingPolicyOptions, videoChatProviders } from '../../../../wire/server.ts';
import {
  jitsiUrlLength,
  organizationDescriptionLength,
  type UpdateOrganizationParams,
} from '../../../../wire/update-organization.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import { availableCallProviders } from '../calls/index.ts';
import { languageName } from '../settings/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { apiError, badValue } from '../../lib/errors.ts';
import { codePoints, forbiddenAt, isPlainText, tidySpaces } from '../../lib/text.ts';

/** Who rules is decided by owners. */
const ofOwners: ReadonlySet<string> = new Set([
  'authentication_methods',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'create_multiuse_invite_group',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'string_id',
  'waiting_period_threshold',
]);

/** @param names The settings that a request gives, whether it changes them or not. */
export function checkMayChange(author: User | undefined, names: readonly string[]): asserts author is User {
  if (!author || author.role > roles.administrator) throw apiError('permissions.administrator');
  if (author.role !== roles.owner && names.some((name) => ofOwners.has(name)))
    throw apiError('permissions.owner');
}

function checkedOrganizationName(given: string): string {
  const name = tidySpaces(given);
  if (name === '') throw apiError('organization.name-blank');
  if (codePoints(name) > limits.organizationNameLength) throw apiError('organization.name-long');
  if (forbiddenAt(name) > 0) throw apiError('users.name-characters');
  return name;
}

export function checkedOrganizationDescription(given: string): string {
  const description = given.trim();
  if (codePoints(description) > organizationDescriptionLength)
    throw apiError('parameters.too-long', { name: 'description', limit: organizationDescriptionLength });
  return description;
}

/** The welcome message; '' sends none. */
export function checkedWelcomeText(text: string): string {
  if (!isPlainText(text))
    throw apiError('parameters.invalid-character', { name: 'welcome_message_custom_text' });
  if (codePoints(text) > welcomeMessageLength)
    throw apiError('parameters.too-long', {
      name: 'welcome_message_custom_text',
      limit: welcomeMessageLength,
    });
  return text;
}

/** null sets no limit. */
export function checkedTimeLimit(name: string, given: number | 'unlimited'): number | null {
  if (given === 'unlimited') return null;
  if (given <= 0) throw badValue(name, given);
  return given;
}

/** @returns days, or -1 to keep messages forever, which is only said with the word. */
function checkedRetention(given: number | 'unlimited'): number {
  if (given === 'unlimited') return -1;
  if (given <= 0) throw badValue('message_retention_days', given);
  return given;
}

/** As it was given: it is understood where code is shown. */
function checkedCodeLanguage(given: string): string {
  const language = given.trim();
  if (!/^[ a-zA-Z0-9_+\-./#]{0,40}$/.test(language)) throw apiError('playgrounds.language-characters');
  return language;
}

/** @throws ApiError for the code of no language. */
export function checkedLanguage(given: string): string {
  if (languageName(given) === undefined) throw apiError('organization.invalid-language', { language: given });
  return given;
}

/** null for the server's own. */
function checkedJitsiUrl(given: string): string | null {
  if (given === 'default') return null;
  const isUrl = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
  if (!isUrl || codePoints(given) > jitsiUrlLength) throw apiError('organization.invalid-jitsi-url');
  return given;
}

function checkedAvatarSource(given: string): string {
  if (given !== 'J') throw apiError('organization.no-gravatar');
  return given;
}

const knownId =
  (name: string, choices: Readonly<Record<string, { id: number }>>) =>
  (given: number): number => {
    if (!Object.values(choices).some(({ id }) => id === given))
      throw apiError('organization.invalid-setting', { setting: name, value: given });
    return given;
  };

/** What settings of one value each are stored as, by their names on the wire. @throws ApiError for what they cannot be. */
export const settingChecks = {
  name: checkedOrganizationName,
  default_avatar_source: checkedAvatarSource,
  default_code_block_language: checkedCodeLanguage,
  default_language: checkedLanguage,
  gif_rating_policy: knownId('gif_rating_policy', gifRatingPolicyOptions),
  jitsi_server_url: checkedJitsiUrl,
  message_retention_days: checkedRetention,
  video_chat_provider: knownId('video_chat_provider', videoChatProviders),
  welcome_message_custom_text: checkedWelcomeText,
} as const satisfies Partial<Record<keyof UpdateOrganizationParams, (given: never) => unknown>>;

/** The only way to sign in that an organization has to itself. */
const signInMethod = 'Email';

/** @throws ApiError for what is not an organization's to choose. */
export function refuseForeignSettings({ authentication_methods, string_id }: UpdateOrganizationParams): void {
  if (string_id !== undefined) throw apiError('organization.not-a-demo');
  const methods = Object.entries(authentication_methods ?? {});
  if (methods.length === 0) return;
  if (!methods.some(([, isOn]) => isOn)) throw apiError('organization.no-authentication');
  if (methods.some(([name, isOn]) => isOn !== (name === signInMethod)))
    throw apiError('organization.authentication-fixed');
}

/** @throws ApiError for a provider of calls whose credentials the server does not have */
export function refuseUnavailable(
  config: Config,
  { video_chat_provider: id }: UpdateOrganizationParams,
): void {
  if (id !== undefined) knownId('video_chat_provider', availableCallProviders(config))(id);
}

/** A channel that the author sees and that is in use; reports are for few eyes. */
export function checkedChannel(cache: OrganizationCache, author: User, name: string, id: number): number {
  if (id < 0) return -1;
  const channel = cache.channels.get(id);
  if (!channel || channel.isArchived || !canSeeChannel(cache, channel, author))
    throw apiError('channels.not-found');
  if (name === 'moderation_request_channel_id' && !channel.isPrivate)
    throw apiError('channels.reports-private');
  return id;
}
