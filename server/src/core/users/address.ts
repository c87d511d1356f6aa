/** The address that the API shows of an account whose owner hides the real one from some. */
import { userSettingDefaults } from '../../../../wire/settings.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../log/index.ts';

/** No mail ever arrives there. */
export const hiddenAddressHost = 'hidden.invalid';

export const hiddenAddress = (userId: number, host = hiddenAddressHost): string => `user${userId}@${host}`;

/** @param settings As stored: those that differ from the server's defaults. */
export function hidesAddress(settings: Readonly<Record<string, unknown>>): boolean {
  return getVisibility(settings) !== everyone;
}

const everyone = 1;

const getVisibility = (settings: Readonly<Record<string, unknown>>): number =>
  Number(settings.email_address_visibility ?? userSettingDefaults.email_address_visibility);

const setAddress = prepared<{ id: number; org_id: number; email: string }>()((q, p) =>
  q
    .updateTable('person')
    .set({ email: p.email, email_key: p.email })
    .where('id', '=', p.id)
    .where('org_id', '=', p.org_id),
);

export async function hideAddress(tx: Tx, orgId: number, userId: number): Promise<void> {
  const email = hiddenAddress(userId);
  await tx.run(setAddress, { id: userId, org_id: orgId, email });
}
