import type { Invite } from '../../../../wire/invites.ts';
import type { Invitation } from './rows.ts';

/** @param getLink The link of an invitation, by its seed; undefined for readers who do not get it. */
export function inviteObject(row: Invitation, getLink: ((seed: string) => string) | undefined): Invite {
  const common: Invite = {
    id: row.id,
    invited_by_user_id: row.inviter_id ?? 0,
    invited: seconds(row.invited_at),
    expiry_date: row.expires_at === null ? null : seconds(row.expires_at),
    invited_as: row.role,
    is_multiuse: row.kind === 'link',
  };
  if (getLink) common.link_url = getLink(row.seed);
  if (row.kind === 'link') return common;
  return { ...common, email: row.email ?? '', notify_referrer_on_join: row.notifies_inviter === 1 };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
