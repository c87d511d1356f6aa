/** Two-factor authentication of the user's account and of others, and the organization's policy. */
import type {
  ConfirmTwoFactorResponse,
  GetTwoFactorResponse,
  SignInPolicyResponse,
  StartTwoFactorResponse,
  UpdateSignInPolicyParams,
} from '../../../wire/two-factor.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask, toOutcome, type Outcome } from './request/outcome.ts';

const path = '/heddle/two_factor';

export const fetchTwoFactor = ({ api }: Client): Promise<Outcome<GetTwoFactorResponse>> =>
  toOutcome(api.get<GetTwoFactorResponse>(path));

export const startTwoFactor = ({ api }: Client, password: string): Promise<Outcome<StartTwoFactorResponse>> =>
  toOutcome(api.post<StartTwoFactorResponse>(`${path}/setup`, { password }));

export const confirmTwoFactor = (
  { api }: Client,
  setup: string,
  code: string,
): Promise<Outcome<ConfirmTwoFactorResponse>> =>
  toOutcome(api.post<ConfirmTwoFactorResponse>(path, { setup, code }));

type Proof = { password: string; code: string };

export const removeTwoFactor = ({ api }: Client, proof: Proof): Promise<ApiFailure | undefined> =>
  ask(api.delete(path, proof));

export const renewRecoveryCodes = (
  { api }: Client,
  proof: Proof,
): Promise<Outcome<ConfirmTwoFactorResponse>> =>
  toOutcome(api.post<ConfirmTwoFactorResponse>(`${path}/recovery_codes`, proof));

export const resetTwoFactor = ({ api }: Client, userId: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/users/${userId}/two_factor`));

export const requirePasswordChange = ({ api }: Client, userId: number): Promise<ApiFailure | undefined> =>
  ask(api.post(`/heddle/users/${userId}/require_password_change`));

export const fetchSignInPolicy = ({ api }: Client): Promise<Outcome<SignInPolicyResponse>> =>
  toOutcome(api.get<SignInPolicyResponse>('/heddle/sign_in_policy'));

export const saveSignInPolicy = (
  { api }: Client,
  policy: UpdateSignInPolicyParams,
): Promise<Outcome<SignInPolicyResponse>> =>
  toOutcome(api.patch<SignInPolicyResponse>('/heddle/sign_in_policy', policy));
