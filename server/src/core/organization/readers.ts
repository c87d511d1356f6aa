/** In which language somebody is written to. */
import type { Directory } from './organization-cache.ts';
import { organizationSettings } from './settings.ts';
import type { User } from './types.ts';
import { userSetting } from './user-settings.ts';
import { languageOf, textsIn, type Language, type Texts } from '../../lib/i18n/i18n.ts';

/** What an organization has chosen, as far as we have it. */
export const usualLanguage = (directory: Directory): Language | undefined =>
  languageOf(organizationSettings(directory).default_language);

/** What somebody has chosen, as far as we have it. */
export const ownLanguage = (user: User): Language | undefined =>
  languageOf(userSetting(user, 'default_language'));

/** For somebody of whom nothing is known but where they are to come to. */
export const textsOfOrganization = (directory: Directory): Texts => textsIn[usualLanguage(directory) ?? 'en'];

export const textsOfPerson = (directory: Directory, user: User): Texts =>
  textsIn[ownLanguage(user) ?? usualLanguage(directory) ?? 'en'];
