import type { Generated } from 'kysely';
import type { Role } from '../../../../wire/core.ts';

/** Links with which someone creates an account: an invitation by email, a link for many, or an address to be confirmed. */
export interface InvitationTable {
  id: Generated<number>;
  org_id: number;
  kind: 'email' | 'link' | 'confirmation';
  /** null: nobody invited them, they signed up by themselves. */
  inviter_id: number | null;
  /** The link through which a confirmation was requested. */
  link_id: number | null;
  /** null for links. */
  email: string | null;
  email_key: string | null;
  role: Role;
  /** JSON lists of ids. */
  channel_ids: string;
  group_ids: string;
  includes_defaults: number;
  notifies_inviter: number;
  /** null leaves it to the organization, '' sends nothing. */
  welcome_text: string | null;
  /** The part of the key in the link by which the row is found; see `features/invites/rows.ts`. */
  seed: string;
  invited_at: number;
  /** Emails sent within a day before `invited_at`, that one included. */
  mails_sent: number;
  expires_at: number | null;
  state: 'open' | 'used' | 'revoked';
  /** Accounts made with it. */
  uses: number;
}

/** Named groups of channels that new users can be subscribed to together. */
export interface DefaultChannelGroupTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  description: string;
  /** A JSON list. */
  channel_ids: string;
}
