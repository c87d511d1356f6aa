/** Rows of invitations. */
import type { Insertable, Selectable } from 'kysely';
import type { InvitationTable } from '../../db/schema/invitations.ts';
import type { Tx } from '../../core/log/index.ts';
import { emailKey } from '../../lib/text.ts';
import type { Grant } from './checks.ts';
import { newSeed } from './keys.ts';

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
