/** Texts in English that are loaded with the screens that need them. */
import { bots } from './bots.ts';
import { lists } from './lists.ts';
import { organizationMore } from './organization-more.ts';
import { organization } from './organization.ts';
import { pictures } from './pictures.ts';
import { settingsMore } from './settings-more.ts';
import { settings } from './settings.ts';

export const late = {
  ...settings,
  ...settingsMore,
  ...organization,
  ...organizationMore,
  ...pictures,
  ...lists,
  ...bots,
} as const;

export type LateCatalogue = Readonly<Record<keyof typeof late, string>>;
