/** Passkeys of the user's own account. */
import type {
  AddPasskeyParams,
  AddPasskeyResponse,
  GetPasskeysResponse,
  PasskeyChallengeResponse,
} from '../../../wire/passkeys.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask, toOutcome, type Outcome } from './request/outcome.ts';

const path = '/heddle/passkeys';

export type Passkey = GetPasskeysResponse['passkeys'][number];

export async function fetchPasskeys({ api }: Client): Promise<Outcome<readonly Passkey[]>> {
  return toOutcome(api.get<GetPasskeysResponse>(path).then(({ passkeys }) => passkeys));
}

/** Options for the browser to create one. */
export async function startPasskey(
  { api }: Client,
  password: string,
): Promise<Outcome<PasskeyChallengeResponse>> {
  return toOutcome(api.post<PasskeyChallengeResponse>(`${path}/challenge`, { password }));
}

/** @returns recovery codes, which come with the first second factor, or the failure */
export async function storePasskey(
  { api }: Client,
  passkey: AddPasskeyParams,
): Promise<Outcome<readonly string[]>> {
  return toOutcome(api.post<AddPasskeyResponse>(path, passkey).then(({ recovery_codes }) => recovery_codes));
}

export const removePasskey = (
  { api }: Client,
  id: number,
  password: string,
): Promise<ApiFailure | undefined> => ask(api.delete(`${path}/${id}`, { password }));

export const renamePasskey = ({ api }: Client, id: number, name: string): Promise<ApiFailure | undefined> =>
  ask(api.patch(`${path}/${id}`, { name }));
