/** The language of texts for a user. */
import type { OrganizationCache } from './organization-cache.ts';
import { organizationSettings } from './settings.ts';
import type { User } from './types.ts';
import { userSetting } from './user-settings.ts';
import { getLanguage, textsIn, type Language, type Texts } from '../../lib/i18n/i18n.ts';

/** The organization's language, if supported. */
export const usualLanguage = (cache: OrganizationCache): Language | undefined =>
  getLanguage(organizationSettings(cache).default_language);

/** The user's language, if supported. */
export const ownLanguage = (user: User): Language | undefined =>
  getLanguage(userSetting(user, 'default_language'));

/** Anonymous readers get texts in the language of the organization. */
export const textsOfOrganization = (cache: OrganizationCache): Texts => textsIn[usualLanguage(cache) ?? 'en'];

export const textsOfPerson = (cache: OrganizationCache, user: User): Texts =>
  textsIn[ownLanguage(user) ?? usualLanguage(cache) ?? 'en'];
