/** The pictures of an organization as the API shows them. */
import type { OrganizationChanges } from '../../../../wire/organization.ts';
import type { Emitted } from '../../core/log/index.ts';
import type { Organization, OrganizationPicture } from '../../core/organization/index.ts';
import { pictureFiles, publicPrefix } from '../pictures/index.ts';

/** Path of the default icon. */
export const drawnIconPath = '/static/icon.png';

export function organizationPictureUrl({ pictures }: Organization, kind: OrganizationPicture): string {
  const path = pictures[kind];
  return path === undefined ? drawnIconPath : `${publicPrefix}${path}/${pictureFiles[kind][0]}`;
}

const getFields = {
  icon: (organization: Organization) => ({
    icon_url: organizationPictureUrl(organization, 'icon'),
    icon_source: organization.pictures.icon === undefined ? ('G' as const) : ('U' as const),
  }),
  logo: (organization: Organization) => ({
    logo_url: organizationPictureUrl(organization, 'logo'),
    logo_source: organization.pictures.logo === undefined ? ('D' as const) : ('U' as const),
  }),
  night_logo: (organization: Organization) => ({
    night_logo_url: organizationPictureUrl(organization, 'night_logo'),
    night_logo_source: organization.pictures.night_logo === undefined ? ('D' as const) : ('U' as const),
  }),
} satisfies Record<OrganizationPicture, (organization: Organization) => OrganizationChanges>;

export const pictureFields = (organization: Organization) => ({
  ...getFields.icon(organization),
  ...getFields.logo(organization),
  ...getFields.night_logo(organization),
});

export function picturesChanged(organization: Organization, property: OrganizationPicture): Emitted {
  return { type: 'realm', op: 'update_dict', property, data: getFields[property](organization) };
}
