import type { LateCatalogue } from '../en/late.ts';
import { bots } from './bots.ts';
import { lists } from './lists.ts';
import { organizationMore } from './organization-more.ts';
import { organization } from './organization.ts';
import { pictures } from './pictures.ts';
import { settingsMore } from './settings-more.ts';
import { settings } from './settings.ts';

export const late: LateCatalogue = {
  ...settings,
  ...settingsMore,
  ...organization,
  ...organizationMore,
  ...pictures,
  ...lists,
  ...bots,
};
