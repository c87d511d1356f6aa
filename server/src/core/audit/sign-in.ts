/** Sign-ins of those who administer an organization; those of others are not recorded. */
import { roles } from '../../../../wire/core.ts';
import type { RequestOrigin } from '../../lib/telemetry/current-request.ts';
import type { Tx } from '../log/index.ts';
import { audit } from './audit.ts';

/** @param by What they have got by it. */
export async function auditSignIn(
  tx: Tx,
  userId: number,
  by: 'session' | 'api_key',
  origin?: RequestOrigin,
): Promise<void> {
  const user = tx.cache.users.get(userId);
  if (!isAdministrator(user)) return;
  await audit(tx, {
    action: 'user.sign_in',
    target: { type: 'user', id: userId },
    after: { role: user.role, by },
    origin,
  });
}

const isAdministrator = <User extends { role: number }>(user: User | undefined): user is User =>
  user !== undefined && user.role <= roles.administrator;
