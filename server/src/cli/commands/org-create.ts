/** Makes an organization with its first owner. */
import { Exact, Type, type Static } from '../../../../wire/core.ts';
import { createOrganization, systemBots } from '../../features/organization/create.ts';
import { newCredentials } from '../../features/users/insert.ts';
import type { Heddle } from '../../heddle.ts';
import { hashPassword } from '../../passwords.ts';
import { adminCommand } from '../admin.ts';
import { checkedPerson } from '../given.ts';

const Options = Exact({
  name: Type.String(),
  subdomain: Type.String(),
  ownerEmail: Type.String(),
  ownerName: Type.String(),
  ownerPassword: Type.String(),
  language: Type.Optional(Type.String()),
});
export type NewOrganizationOptions = Static<typeof Options>;

export interface MadeOrganization {
  realm_id: number;
  user_id: number;
  email: string;
  api_key: string;
  /** What is wrong with the password that was taken all the same. */
  warning?: string;
}

export async function makeOrganization(
  heddle: Heddle,
  { name, subdomain, ownerEmail, ownerName, ownerPassword, language }: NewOrganizationOptions,
  weakPassword: 'warn' | 'refuse',
): Promise<MadeOrganization> {
  const { email, fullName, password, warning } = checkedPerson(
    { email: ownerEmail, fullName: ownerName, password: ownerPassword },
    weakPassword,
  );
  const { apiKey, ...credentials } = newCredentials(heddle.secrets, await hashPassword(password));
  const botCredentials = systemBots.map(() => newCredentials(heddle.secrets, null));
  const { orgId, ownerId } = await heddle.db.write(0, 'system', (tx) =>
    createOrganization(tx, {
      name,
      subdomain,
      owner: { email, fullName, ...credentials },
      botCredentials,
      ...(language === undefined ? {} : { language }),
    }),
  );
  await heddle.organizations.refresh();
  return {
    realm_id: orgId,
    user_id: ownerId,
    email,
    api_key: apiKey,
    ...(warning === undefined ? {} : { warning }),
  };
}

export default adminCommand({
  options: Options,
  run: async (heddle, options) => ({ ...(await makeOrganization(heddle, options, 'warn')) }),
});
