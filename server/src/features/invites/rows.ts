/** Rows of invitations. */
import type { Insertable, Selectable } from 'kysely';
import type { InvitationTable } from '../../db/schema/invitations.ts';
import type { Tx } from '../../core/log/index.ts';
import { emailKey } from '../../lib/text.ts';
import type { Grant } from './checks.ts';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, subkey, type Secrets, type ServerKey } from '../../lib/secrets.ts';

export type Invitation = Selectable<InvitationTable>;

export interface NewInvitation extends Grant {
  kind: Invitation['kind'];
  inviterId: number | null;
  linkId?: number;
  email?: string;
  notifiesInviter: boolean;
}

/** @returns the seed of its key. */
export async function insertInvitation(tx: Tx, given: NewInvitation): Promise<string> {
  const seed = newSeed();
  await tx.q
    .insertInto('invitation')
    .values({ ...getColumns(given), org_id: tx.orgId, seed, invited_at: tx.now })
    .execute();
  return seed;
}

type Columns = Omit<Insertable<InvitationTable>, 'org_id' | 'seed' | 'invited_at'>;

function getColumns(given: NewInvitation): Columns {
  return {
    kind: given.kind,
    inviter_id: given.inviterId,
    link_id: given.linkId ?? null,
    email: given.email ?? null,
    email_key: given.email === undefined ? null : emailKey(given.email),
    role: given.role,
    channel_ids: JSON.stringify(given.channelIds),
    group_ids: JSON.stringify(given.groupIds),
    includes_defaults: given.includesDefaults ? 1 : 0,
    notifies_inviter: given.notifiesInviter ? 1 : 0,
    welcome_text: given.welcomeText,
    mails_sent: given.kind === 'email' ? 1 : 0,
    expires_at: given.expiresAt,
    state: 'open',
    uses: 0,
  };
}

export async function setState(tx: Tx, id: number, state: Invitation['state']): Promise<void> {
  await tx.q
    .updateTable('invitation')
    .set({ state })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
}

/** Emits to users who see the invitations that the list has changed. */
export function emitInvitesChanged(tx: Tx, inviterIds: readonly (number | null)[]): void {
  const users = [...new Set(inviterIds)].filter((id) => id !== null);
  tx.emit({ type: 'invites_changed' }, { administrators: true, users });
}

// The key in the link of an invitation: a random seed, by which its row is found, and a signature, which is not stored. So
// read access to the database does not suffice to accept invitations, and a link can be shown again.

const seedLength = 16;

export const newSeed = (): string => randomBytes(12).toString('base64url');

const getKey = (secrets: ServerKey, seed: string): string => seed + signature(secrets, seed);

const signature = (secrets: ServerKey, seed: string): string =>
  createHmac('sha256', subkey(secrets, 'invitation links')).update(seed).digest('base64url').slice(0, 24);

/** @returns the seed if the signature is valid */
export function seedIn(secrets: Secrets, key: string): string | undefined {
  const seed = key.slice(0, seedLength);
  const given = Buffer.from(key);
  const isOurs = acceptedKeys(secrets).some((key) => {
    const right = Buffer.from(getKey(key, seed));
    return given.length === right.length && timingSafeEqual(given, right);
  });
  return isOurs ? seed : undefined;
}

export const joinPath = '/join';

/** @param site Origin of the organization. */
export const joinLink = (secrets: Secrets, site: string, seed: string): string =>
  `${site}${joinPath}/${getKey(secrets, seed)}`;
