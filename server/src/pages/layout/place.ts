/** The organization of a page, as shown to anonymous users. */
import type { OrganizationCache } from '../../core/organization/index.ts';
import { leastPasswordLength } from '../../core/users/index.ts';
import { organizationPictureUrl } from '../../features/organization/index.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import { Html } from './html.ts';

export interface OrganizationSummary {
  name: string;
  /** URL of the uploaded icon. */
  icon?: string;
  /** Minimum password length; undefined before the organization exists. */
  leastPassword?: number;
}

export function getPlace(cache: Pick<OrganizationCache, 'organization'>): OrganizationSummary {
  const { organization } = cache;
  const { name, pictures } = organization;
  const place = { name, leastPassword: leastPasswordLength(cache) };
  return pictures.icon === undefined
    ? place
    : { ...place, icon: organizationPictureUrl(organization, 'icon') };
}

/** The description; null without one. */
export function getAbout({ organization }: Pick<OrganizationCache, 'organization'>): Html | null {
  const text = renderDescription(organization.description).trim();
  return text === '' ? null : new Html(`<div class="about">${text.replace(emoji, characters)}</div>`);
}

/** Emoji elements, which clients replace by images; these pages show the characters. */
const emoji = /<span\b[^>]*\bclass="emoji emoji-([0-9a-f-]+)"[^>]*>[^<]*<\/span>/g;

const characters = (_: string, codes: string): string =>
  String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)));
