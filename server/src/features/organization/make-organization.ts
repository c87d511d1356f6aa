/** Creates an organization with its first owner and its first channel. */
import { Exact, Type, type Static } from '../../../../wire/core.ts';
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { searchIndexer } from '../../core/messages/index.ts';
import { checkPersonInput, newCredentials, systemBots } from '../../core/users/index.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { createOrganization, type NewOrganization } from './create.ts';
import { insertFirstChannel } from './first-channel.ts';
import { writeInNewOrganization } from './write-in-new-organization.ts';

export const NewOrganizationOptions = Exact({
  name: Type.String(),
  subdomain: Type.String(),
  ownerEmail: Type.String(),
  ownerName: Type.String(),
  ownerPassword: Type.String(),
  language: Type.Optional(Type.String()),
  /** Without the first channel and its topics. */
  empty: Type.Optional(Type.Boolean()),
});
export type NewOrganizationOptions = Static<typeof NewOrganizationOptions>;

export interface MadeOrganization {
  realm_id: number;
  user_id: number;
  email: string;
  api_key: string;
  /** Why the password is weak, if it was accepted nevertheless. */
  warning?: string;
}

export async function makeOrganization(
  app: AppContext,
  { ownerEmail, ownerName, ownerPassword, empty = false, ...organization }: NewOrganizationOptions,
  weakPassword: 'warn' | 'refuse',
): Promise<MadeOrganization> {
  const { email, fullName, password, warning } = await checkPersonInput(
    { email: ownerEmail, fullName: ownerName, password: ownerPassword },
    weakPassword,
  );
  const { apiKey, ...credentials } = newCredentials(app.secrets, await hashPassword(password));
  const botCredentials = systemBots.map(() => newCredentials(app.secrets, null));
  const given = { ...organization, owner: { email, fullName, ...credentials }, botCredentials };
  const { orgId, ownerId } = await app.db.write(0, 'system', async (tx) => {
    const made = await (empty ? createOrganization(tx, given) : createWithFirstChannel(tx, given));
    await writeInNewOrganization(tx, made.orgId, auditNew);
    return made;
  });
  await app.organizations.refresh();
  app.peers.send('organizations', null);
  searchIndexer(app).wake();
  return {
    realm_id: orgId,
    user_id: ownerId,
    email,
    api_key: apiKey,
    ...(warning === undefined ? {} : { warning }),
  };
}

const auditNew = (tx: Tx): Promise<void> =>
  audit(tx, {
    action: 'organization.create',
    target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
  });

async function createWithFirstChannel(tx: Tx, given: NewOrganization) {
  const made = await createOrganization(tx, given);
  await writeInNewOrganization(tx, made.orgId, (inner) => insertFirstChannel(inner, made.ownerId));
  return made;
}
