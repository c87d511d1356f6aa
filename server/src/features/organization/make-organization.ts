/** Creates an organization with its first owner and its first channel. */
import { Exact, Type, type Static } from '../../../../wire/core.ts';
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { Tx, appendEntries } from '../../core/log/index.ts';
import { searchIndexer } from '../../core/messages/index.ts';
import { checkPersonInput, newCredentials, systemBots } from '../../core/users/index.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { createOrganization, type NewOrganization } from './create.ts';
import { insertFirstChannel } from './first-channel.ts';
import { loadCache } from '../../core/organization/index.ts';

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

// Continues a transaction in the organization that it created, so that both commit together.

/** The new organization is in no cache yet, so its events are only appended to its log. */
export async function writeInNewOrganization(
  tx: Tx,
  orgId: number,
  action: (tx: Tx) => Promise<void>,
): Promise<void> {
  const cache = await loadCache(tx, orgId, 0, tx.cache.clock);
  if (!cache) throw new Error(`This transaction has made no organization ${orgId}.`);
  const inner = new Tx(tx, {
    cache,
    lastPosition: 0,
    shift: 0,
    now: tx.now,
    settledNow: tx.settledNow,
    reactions: tx.reactions,
    author: tx.author,
  });
  await action(inner);
  inner.finish();
  await appendEntries(tx, orgId, inner.entries);
  tx.wakesJobs ||= inner.wakesJobs;
}
