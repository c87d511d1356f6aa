/** Texts in English that are loaded with the screens that need them. */
import { organization } from './organization.ts';
import { pictures } from './pictures.ts';
import { settings } from './settings.ts';

export const late = { ...settings, ...organization, ...pictures } as const;

export type LateCatalogue = Readonly<Record<keyof typeof late, string>>;
