/** Tables of provisioning by SCIM; see schema.ts. */
import type { Generated } from 'kysely';

/** The token with which an identity provider manages the users and groups of an organization. */
interface ScimTokenTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  /** The hash of the token, which has 256 random bits. */
  token_hash: string;
  created_at: number;
  last_used_at: number | null;
}

/** The `externalId` of a user or group, as the identity provider chose it. */
interface ScimResourceTable {
  org_id: number;
  kind: 'user' | 'group';
  local_id: number;
  external_id: string;
}

export interface ScimSchema {
  scim_token: ScimTokenTable;
  scim_resource: ScimResourceTable;
}
