/** Parameters of operations that exist elsewhere and are refused here. */
import { Exact, Type } from './core.ts';

export const DevFetchApiKeyParams = Type.Object({ username: Type.String() });

/** POST /remotes/push/e2ee/register */
export const RegisterRemotePushDeviceParams = Type.Object({
  realm_uuid: Type.String(),
  token_id: Type.String(),
  encrypted_push_registration: Type.String(),
  bouncer_public_key: Type.String(),
});

/** What operations that are always refused would respond with: nothing is ever sent. */
export const NeverResponse = Exact({});
