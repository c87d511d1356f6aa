/** Validates the settings of an organization, and who may change them. */
import { limits, roles } from '../../../../wire/core.ts';
import { welcomeMessageLength } from '../../../../wire/invites.ts';
import { changedBy, type OrganizationParam } from '../../../../wire/organization-rights.ts';
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

/** @param names The settings in the request, changed or not. */
export function checkMayChange(
  author: User | undefined,
  names: readonly OrganizationParam[],
): asserts author is User {
  if (!author || author.role > roles.administrator) throw apiError('permissions.administrator');
  if (author.role !== roles.owner && names.some((name) => changedBy[name] !== 'administrators'))
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
  if (!isPlainText(description)) throw apiError('parameters.invalid-character', { name: 'description' });
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

/** @returns days, or -1 to keep messages forever, which requests write as `unlimited`. */
function checkedRetention(given: number | 'unlimited'): number {
  if (given === 'unlimited') return -1;
  if (given <= 0) throw badValue('message_retention_days', given);
  return given;
}

/** Any name: clients resolve it when they show code. */
function checkedCodeLanguage(given: string): string {
  const language = given.trim();
  if (!/^[ a-zA-Z0-9_+\-./#]{0,40}$/.test(language)) throw apiError('playgrounds.language-characters');
  return language;
}

/** @throws ApiError for an unknown language code. */
export function checkedLanguage(given: string): string {
  if (languageName(given) === undefined) throw apiError('organization.invalid-language', { language: given });
  return given;
}

/** @returns null for the default of the server */
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

/** By setting: returns the value to store. @throws ApiError for an invalid value. */
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

/** The only authentication method that an organization configures itself. */
const signInMethod = 'Email';

/** @throws ApiError for settings that only the operator of the server can change. */
export function refuseServerSettings({ authentication_methods, string_id }: UpdateOrganizationParams): void {
  if (string_id !== undefined) throw apiError('organization.not-a-demo');
  const methods = Object.entries(authentication_methods ?? {});
  if (methods.length === 0) return;
  if (!methods.some(([, isOn]) => isOn)) throw apiError('organization.no-authentication');
  if (methods.some(([name, isOn]) => isOn !== (name === signInMethod)))
    throw apiError('organization.authentication-fixed');
}

/** @throws ApiError for a video call provider that the server has no credentials for */
export function refuseUnavailable(
  config: Config,
  { video_chat_provider: id }: UpdateOrganizationParams,
): void {
  if (id !== undefined) knownId('video_chat_provider', availableCallProviders(config))(id);
}

/** An active channel visible to the author. Reports need a private one. */
export function checkedChannel(cache: OrganizationCache, author: User, name: string, id: number): number {
  if (id < 0) return -1;
  const channel = cache.channels.get(id);
  if (!channel || channel.isArchived || !canSeeChannel(cache, channel, author))
    throw apiError('channels.not-found');
  if (name === 'moderation_request_channel_id' && !channel.isPrivate)
    throw apiError('channels.reports-private');
  return id;
}
