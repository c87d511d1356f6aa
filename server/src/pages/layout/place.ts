/** The organization that a page belongs to, as its visitors know it. */
import type { OrganizationCache } from '../../core/organization/index.ts';
import { leastPasswordLength } from '../../core/users/index.ts';
import { organizationPictureUrl } from '../../features/organization/index.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import { Html } from './html.ts';

export interface OrganizationSummary {
  name: string;
  /** Of the picture that it has uploaded. */
  icon?: string;
  /** Characters of the shortest password that it takes, where there is an organization already. */
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

/** Its description, for those who are about to join; `null` where it has none. */
export function getAbout({ organization }: Pick<OrganizationCache, 'organization'>): Html | null {
  const text = renderDescription(organization.description).trim();
  return text === '' ? null : new Html(`<div class="about">${text.replace(emoji, characters)}</div>`);
}

/** Clients draw emoji from these; a page without scripts shows their characters. */
const emoji = /<span\b[^>]*\bclass="emoji emoji-([0-9a-f-]+)"[^>]*>[^<]*<\/span>/g;

const characters = (_: string, codes: string): string =>
  String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)));
