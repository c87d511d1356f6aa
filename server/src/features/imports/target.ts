import type { Tx } from '../../core/log/index.ts';

export const organizationTarget = ({ orgId, cache }: Tx) =>
  ({ type: 'organization', id: orgId, name: cache.organization.name }) as const;
