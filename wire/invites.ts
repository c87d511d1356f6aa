/** Email invitations and reusable invitation links. */
import {
  Exact,
  Id,
  Ids,
  JsonOrBare,
  Nullable,
  optional,
  RoleSchema,
  Type,
  UnixSeconds,
  type Static,
  type Examples,
} from './core.ts';

/** In Unicode code points. */
export const welcomeMessageLength = 8000;

/** null: never; if absent, the server's default. */
const Expiry = Type.Optional(Nullable(Type.Integer()));

/** Fields that both kinds of invitations have. */
const grants = {
  invite_expires_in_minutes: Expiry,
  invite_as: Type.Optional(RoleSchema),
  include_realm_default_subscriptions: Type.Boolean({ default: false }),
  // null: the organization's default, '': none.
  welcome_message_custom_text: Type.Optional(JsonOrBare([Type.String(), Type.Null()])),
};

/** Thousands of addresses; to split more would hold the event loop. */
const longestAddresses = 200_000;

/** POST /invites. Addresses are separated by commas or line breaks. */
export const SendInvitesParams = Type.Object({
  invitee_emails: Type.String({ maxLength: longestAddresses }),
  stream_ids: Ids,
  group_ids: Type.Array(Id, { default: [] }),
  notify_referrer_on_join: Type.Boolean({ default: true }),
  ...grants,
});
export type SendInvitesParams = Static<typeof SendInvitesParams>;

/** POST /invites/multiuse */
export const CreateInviteLinkParams = Type.Object({
  stream_ids: Type.Array(Id, { default: [] }),
  group_ids: Type.Array(Id, { default: [] }),
  ...grants,
});
export type CreateInviteLinkParams = Static<typeof CreateInviteLinkParams>;
export const CreateInviteLinkResponse = Exact({ invite_link: Type.String() });

export const InvitePath = Type.Object({ invite_id: Id });

/** `email` and `notify_referrer_on_join` for email invitations, `link_url` for links. */
export const Invite = Exact({
  id: Id,
  invited_by_user_id: Id,
  invited: UnixSeconds,
  expiry_date: Nullable(UnixSeconds),
  invited_as: RoleSchema,
  is_multiuse: Type.Boolean(),
  ...optional({
    email: Type.String(),
    notify_referrer_on_join: Type.Boolean(),
    link_url: Type.String(),
  }),
});
export type Invite = Static<typeof Invite>;

export const GetInvitesResponse = Exact({ invites: Type.Array(Invite) });
export type GetInvitesResponse = Static<typeof GetInvitesResponse>;

/** An address that was not invited, with the reason, and whether it belongs to a deactivated account. */
export type InviteError = [email: string, reason: string, isDeactivated: boolean];

/** The data of `INVITATION_FAILED`. */
export interface InvitationFailure {
  errors: InviteError[];
  /** The keys of the reasons in `errors`, in the same order: what they are translated by. */
  heddle_error_keys: string[];
  sent_invitations: boolean;
  license_limit_reached: boolean;
  daily_limit_reached: boolean;
}

/** The list of invitations has changed and should be fetched again. */
const InvitesChangedEvent = Exact({ id: Type.Integer(), type: Type.Literal('invites_changed') });

export const inviteEvents = { invites_changed: InvitesChangedEvent };

export const inviteExamples: Examples<typeof inviteEvents> = {
  invites_changed: { 'a change of invitations': { id: 1, type: 'invites_changed' } },
};
