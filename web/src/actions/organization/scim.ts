/** Tokens by which an identity provider manages users and groups. */
import type { CreateScimTokenResponse, GetScimTokensResponse, ScimToken } from '../../../../wire/scim.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

const path = '/heddle/scim_tokens';

export async function fetchScimTokens({ api }: Client): Promise<Outcome<readonly ScimToken[]>> {
  return toOutcome(api.get<GetScimTokensResponse>(path).then(({ scim_tokens }) => scim_tokens));
}

/** @returns the token or the failure */
export async function createScimToken({ api }: Client, name: string): Promise<Outcome<string>> {
  return toOutcome(api.post<CreateScimTokenResponse>(path, { name }).then(({ token }) => token));
}

export const revokeScimToken = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`${path}/${id}`));
