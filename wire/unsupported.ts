/** Parameters of operations that other servers support and this one refuses. */
import { Exact, Type } from './core.ts';

export const DevFetchApiKeyParams = Type.Object({ username: Type.String() });

/** POST /remotes/push/e2ee/register */
export const RegisterRemotePushDeviceParams = Type.Object({
  realm_uuid: Type.String(),
  token_id: Type.String(),
  encrypted_push_registration: Type.String(),
  bouncer_public_key: Type.String(),
});

/** The response type of operations that are always refused. */
export const NeverResponse = Exact({});
