/** Texts in English that are loaded with the screens that need them. */
import { auditLog } from './settings/audit-log.ts';
import { bots } from './settings/bots.ts';
import { exports } from './settings/exports.ts';
import { integrations } from './settings/integrations.ts';
import { lists } from './settings/lists.ts';
import { organizationMore } from './settings/organization-more.ts';
import { organization } from './settings/organization.ts';
import { pictures } from './settings/pictures.ts';
import { setup } from './settings/setup.ts';
import { settingsMore } from './settings/settings-more.ts';
import { shortcuts } from './settings/shortcuts.ts';
import { settings } from './settings/settings.ts';
import { twoFactor } from './settings/two-factor.ts';

export const late = {
  ...settings,
  ...settingsMore,
  ...organization,
  ...organizationMore,
  ...pictures,
  ...lists,
  ...bots,
  ...auditLog,
  ...exports,
  ...twoFactor,
  ...shortcuts,
  ...setup,
  ...integrations,
} as const;

export type LateCatalogue = Readonly<Record<keyof typeof late, string>>;
