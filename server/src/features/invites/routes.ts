import { EmptyResponse, roles, Type } from '../../../../wire/core.ts';
import {
  CreateInviteLinkResponse,
  CreateInviteLinkParams,
  GetInvitesResponse,
  InvitePath,
  SendInvitesParams,
  type Invite,
} from '../../../../wire/invites.ts';
import { route } from '../../http/route.ts';
import { createInviteLink, resendInvite, revokeInvite, revokeInviteLink } from './actions.ts';
import { checkNoBot, type InviteRequest } from './checks.ts';
import { sendInvites } from './invite.ts';
import { openInvitations } from './queries.ts';
import { mayGetLink } from './rights.ts';
import { joinLink, type Invitation } from './rows.ts';

const getInviteRequest = (params: CreateInviteLinkParams): InviteRequest => ({
  minutes: params.invite_expires_in_minutes,
  role: params.invite_as ?? roles.member,
  channelIds: params.stream_ids,
  groupIds: params.group_ids,
  includesDefaults: params.include_realm_default_subscriptions,
  welcomeText: params.welcome_message_custom_text,
});

export const inviteRoutes = [
  route({
    method: 'GET',
    path: '/invites',
    operationId: 'get-invites',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: Type.Object({}),
    response: GetInvitesResponse,
    handle: async ({ app, me, origin }) => {
      checkNoBot(me.user);
      const rows = await openInvitations(app.db.read, me, app.clock.now());
      const deliversEmail = app.config.smtpUrl !== undefined;
      const getLink = (seed: string) => joinLink(app.secrets, origin, seed);
      return {
        invites: rows.map((row) =>
          inviteObject(row, mayGetLink(me, row, deliversEmail) ? getLink : undefined),
        ),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/invites',
    operationId: 'send-invites',
    policy: 'signedIn',
    scope: 'administer',
    leaves: 'access',
    params: SendInvitesParams,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      const { invitee_emails: addresses, notify_referrer_on_join: notifiesInviter } = params;
      await sendInvites(app, me, { ...getInviteRequest(params), addresses, notifiesInviter });
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/invites/multiuse',
    operationId: 'create-invite-link',
    policy: 'botKeepers',
    scope: 'administer',
    leaves: 'access',
    params: CreateInviteLinkParams,
    response: CreateInviteLinkResponse,
    handle: async ({ app, me, params, origin }) => ({
      invite_link: await createInviteLink(app, me, getInviteRequest(params), origin),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/invites/:invite_id',
    operationId: 'revoke-email-invite',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: InvitePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => revokeInvite(tx, me, params.invite_id),
  }),
  route({
    method: 'DELETE',
    path: '/invites/multiuse/:invite_id',
    operationId: 'revoke-invite-link',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'nothing',
    params: InvitePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => revokeInviteLink(tx, me, params.invite_id),
  }),
  route({
    method: 'POST',
    path: '/invites/:invite_id/resend',
    operationId: 'resend-email-invite',
    policy: 'nonGuests',
    scope: 'administer',
    leaves: 'access',
    params: InvitePath,
    response: EmptyResponse,
    handle: async ({ app, me, params }) => {
      await resendInvite(app, me, params.invite_id);
      return {};
    },
  }),
];

/** @param getLink The link of an invitation, by its seed; undefined for readers who do not get it. */
function inviteObject(row: Invitation, getLink: ((seed: string) => string) | undefined): Invite {
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
