import type { LateCatalogue } from '../en/late.ts';
import { bots } from './bots.ts';
import { lists } from './lists.ts';
import { organization } from './organization.ts';
import { pictures } from './pictures.ts';
import { settings } from './settings.ts';

export const late: LateCatalogue = { ...settings, ...organization, ...pictures, ...lists, ...bots };
