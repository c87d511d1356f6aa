/** Makes an organization with its first owner. */
import { Exact, Type, type Static } from '../../../../../wire/core.ts';
import type { Tx } from '../../../core/log/tx.ts';
import {
  createOrganization,
  systemBots,
  type NewOrganization,
} from '../../../features/organization/create.ts';
import { insertFirstChannel } from '../../../features/organization/first-channel.ts';
import { writeInNew } from '../../../features/organization/write-in-new.ts';
import { newCredentials } from '../../../core/users/insert.ts';
import type { Heddle } from '../../open-app.ts';
import { hashPassword } from '../../../lib/passwords.ts';
import { adminCommand } from '../admin.ts';
import { checkedPerson } from '../given.ts';

const Options = Exact({
  name: Type.String(),
  subdomain: Type.String(),
  ownerEmail: Type.String(),
  ownerName: Type.String(),
  ownerPassword: Type.String(),
  language: Type.Optional(Type.String()),
  /** Without the first channel and its topics. */
  empty: Type.Optional(Type.Boolean()),
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
  { ownerEmail, ownerName, ownerPassword, empty = false, ...organization }: NewOrganizationOptions,
  weakPassword: 'warn' | 'refuse',
): Promise<MadeOrganization> {
  const { email, fullName, password, warning } = checkedPerson(
    { email: ownerEmail, fullName: ownerName, password: ownerPassword },
    weakPassword,
  );
  const { apiKey, ...credentials } = newCredentials(heddle.secrets, await hashPassword(password));
  const botCredentials = systemBots.map(() => newCredentials(heddle.secrets, null));
  const given = { ...organization, owner: { email, fullName, ...credentials }, botCredentials };
  const { orgId, ownerId } = await heddle.db.write(0, 'system', (tx) =>
    empty ? createOrganization(tx, given) : createWithFirstChannel(tx, given),
  );
  await heddle.organizations.refresh();
  heddle.words.wake();
  return {
    realm_id: orgId,
    user_id: ownerId,
    email,
    api_key: apiKey,
    ...(warning === undefined ? {} : { warning }),
  };
}

async function createWithFirstChannel(tx: Tx, given: NewOrganization) {
  const made = await createOrganization(tx, given);
  await writeInNew(tx, made.orgId, (inner) => insertFirstChannel(inner, made.ownerId));
  return made;
}

export default adminCommand({
  options: Options,
  run: async (heddle, options) => ({ ...(await makeOrganization(heddle, options, 'warn')) }),
});
