/** Administration of users, and invitations. */
import type { Role, Static } from '../../../../wire/core.ts';
import type { KeyedError } from '../../../../wire/errors/catalogue.ts';
import type { CreateInviteLinkResponse, GetInvitesResponse, Invite } from '../../../../wire/invites.ts';
import type {
  AddPersonParams,
  AddPersonResponse,
  PasswordLinkResponse,
} from '../../../../wire/password-links.ts';
import type { DeactivateUserParams, UpdateUserParams } from '../../../../wire/users.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { inviteParams, type Grants } from '../../store/organization/wire-names.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

export const setRole = ({ api }: Client, id: number, role: Role): Promise<ApiFailure | undefined> =>
  ask(api.patch(`/users/${id}`, { role }));

/** Renames another user. */
export const changePerson = (
  { api }: Client,
  id: number,
  change: Pick<UpdateUserParams, 'full_name'>,
): Promise<ApiFailure | undefined> => ask(api.patch(`/users/${id}`, change));

export const addPerson = ({ api }: Client, person: AddPersonParams): Promise<Outcome<AddPersonResponse>> =>
  toOutcome(api.post<AddPersonResponse>('/heddle/users', person));

/** An earlier link to the account ends. */
export const createPasswordLink = ({ api }: Client, id: number): Promise<Outcome<PasswordLinkResponse>> =>
  toOutcome(api.post<PasswordLinkResponse>(`/heddle/users/${id}/password_link`));

/** An empty value deletes the field. */
export const saveUserProfile = (
  { api }: Client,
  userId: number,
  id: number,
  value: string | readonly number[],
): Promise<ApiFailure | undefined> => ask(api.patch(`/users/${userId}`, { profile_data: [{ id, value }] }));

/** What is deleted along with the account. */
export type Deletions = NonNullable<DeactivateUserParams['actions']>;

/** @param letter text of an email to the user; none is sent if it is empty */
export const deactivatePerson = (
  { api }: Client,
  id: number,
  actions: Deletions,
  letter: string,
): Promise<ApiFailure | undefined> =>
  ask(
    api.delete(`/users/${id}`, {
      actions,
      ...(letter === '' ? {} : { deactivation_notification_comment: letter }),
    }),
  );

export const reactivatePerson = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.post(`/users/${id}/reactivate`));

export async function fetchInvites({ api }: Client): Promise<Outcome<GetInvitesResponse>> {
  return toOutcome(api.get<GetInvitesResponse>('/invites'));
}

/** @param isNotified whether the inviter is notified when the person joins */
export const sendInvites = (
  { api }: Client,
  emails: string,
  grants: Grants,
  isNotified: boolean,
): Promise<ApiFailure | undefined> =>
  ask(
    api.post('/invites', {
      // Copied from a mail program, addresses are often separated by semicolons.
      invitee_emails: emails.replaceAll(';', ','),
      notify_referrer_on_join: isNotified,
      ...inviteParams(grants),
    }),
  );

/** An address that was not invited, and the reason in English and as a key for the translation. */
export type RefusedAddress = { address: string; message: string; error?: KeyedError };

/** Whether the other addresses were invited; undefined if the request failed earlier. */
export type RefusedAddresses = { addresses: readonly RefusedAddress[]; isOthersInvited: boolean };

export function refusedAddresses(failure: ApiFailure): RefusedAddresses | undefined {
  if (failure.kind !== 'refused' || failure.code !== 'INVITATION_FAILED') return undefined;
  const { errors, heddle_error_keys: keys, sent_invitations: isOthersInvited } = failure.data;
  if (!Array.isArray(errors)) return undefined;
  const addresses = errors.filter(Array.isArray).map(([address, message], at): RefusedAddress => {
    const key: unknown = Array.isArray(keys) ? keys[at] : undefined;
    const refused = { address: String(address), message: String(message) };
    return typeof key === 'string' ? { ...refused, error: { key, values: {} } } : refused;
  });
  return { addresses, isOthersInvited: isOthersInvited === true };
}

/** @returns the link or the failure */
export async function createInviteLink({ api }: Client, grants: Grants): Promise<Outcome<string>> {
  const params = inviteParams(grants);
  return toOutcome(
    api
      .post<Static<typeof CreateInviteLinkResponse>>('/invites/multiuse', params)
      .then(({ invite_link }) => invite_link),
  );
}

export const revokeInvite = ({ api }: Client, { id, is_multiuse }: Invite): Promise<ApiFailure | undefined> =>
  ask(api.delete(is_multiuse ? `/invites/multiuse/${id}` : `/invites/${id}`));

export const resendInvite = ({ api }: Client, { id }: Invite): Promise<ApiFailure | undefined> =>
  ask(api.post(`/invites/${id}/resend`));
