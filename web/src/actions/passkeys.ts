/** Passkeys of one's own account. */
import type {
  AddPasskeyParams,
  AddPasskeyResponse,
  GetPasskeysResponse,
  PasskeyChallengeResponse,
} from '../../../wire/passkeys.ts';
import { getFailure, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { ask } from './ask.ts';

const path = '/heddle/passkeys';

export type Passkey = GetPasskeysResponse['passkeys'][number];

export async function fetchPasskeys({ api }: Client): Promise<readonly Passkey[] | ApiFailure> {
  try {
    return (await api.get<GetPasskeysResponse>(path)).passkeys;
  } catch (error) {
    return getFailure(error);
  }
}

/** What the browser needs to make one. */
export async function startPasskey(
  { api }: Client,
  password: string,
): Promise<PasskeyChallengeResponse | ApiFailure> {
  try {
    return await api.post<PasskeyChallengeResponse>(`${path}/challenge`, { password });
  } catch (error) {
    return getFailure(error);
  }
}

/** @returns recovery codes, which come with the first second factor, or why not */
export async function storePasskey(
  { api }: Client,
  passkey: AddPasskeyParams,
): Promise<readonly string[] | ApiFailure> {
  try {
    return (await api.post<AddPasskeyResponse>(path, passkey)).recovery_codes;
  } catch (error) {
    return getFailure(error);
  }
}

export const removePasskey = (
  { api }: Client,
  id: number,
  password: string,
): Promise<ApiFailure | undefined> => ask(api.delete(`${path}/${id}`, { password }));

export const renamePasskey = ({ api }: Client, id: number, name: string): Promise<ApiFailure | undefined> =>
  ask(api.patch(`${path}/${id}`, { name }));
