/** Tokens with which an identity provider changes users and groups. */
import type { CreateScimTokenResponse, GetScimTokensResponse, ScimToken } from '../../../../wire/scim.ts';
import { getFailure, type ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import { ask } from '../ask.ts';

const path = '/heddle/scim_tokens';

export async function fetchScimTokens({ api }: Client): Promise<readonly ScimToken[] | ApiFailure> {
  try {
    return (await api.get<GetScimTokensResponse>(path)).scim_tokens;
  } catch (error) {
    return getFailure(error);
  }
}

/** @returns the token, or why not */
export async function createScimToken({ api }: Client, name: string): Promise<string | ApiFailure> {
  try {
    return (await api.post<CreateScimTokenResponse>(path, { name })).token;
  } catch (error) {
    return getFailure(error);
  }
}

export const revokeScimToken = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`${path}/${id}`));
