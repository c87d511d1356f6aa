/** Who sees the addresses of imported people. */
import { userSettingDefaults } from '../../../../../wire/settings.ts';
import type { OrganizationCache } from '../../../core/organization/index.ts';
import type { AddressAudience, PersonRecord } from '../records.ts';
import type { ReportBuilder } from '../report.ts';

/** Values of `email_address_visibility`, from the widest audience to the narrowest. */
const visibility: Readonly<Record<AddressAudience, number>> = {
  everyone: 1,
  members: 2,
  moderators: 5,
  administrators: 3,
  nobody: 4,
};
const fromWidest = Object.values(visibility);

/** Where the source does not say it, administrators, unless the organization has chosen nobody for new users. */
export function addressVisibility(
  { organization }: Pick<OrganizationCache, 'organization'>,
  { addressSeenBy }: PersonRecord,
): number {
  if (addressSeenBy !== undefined) return visibility[addressSeenBy];
  const usual = organization.memberDefaults.email_address_visibility;
  const own = Number(usual ?? userSettingDefaults.email_address_visibility);
  return fromWidest.findLast((one) => one === own || one === visibility.administrators) ?? visibility.nobody;
}

export function noteAddressAudience(
  report: ReportBuilder,
  { addressSeenBy, isBot, isForeign }: PersonRecord,
): void {
  if (addressSeenBy !== undefined || isBot === true || isForeign === true) return;
  report.access(
    'narrower',
    'email addresses',
    'The export does not say who sees them. Here administrators do; people can change that in their settings.',
  );
}
