/** Accounts at call providers. Only a visit to the provider connects them, so rows are written. */
import { deleteToken, storeToken } from '../../../server/src/features/calls/tokens.ts';
import type { World } from '../../support/world.ts';
import { getId, type Act } from './act.ts';

const token = { access: 'access', refresh: 'refresh', expiresAt: 0 };

const connect = (provider: 'zoom' | 'webex') => (world: World) =>
  world.app.db.write(world.orgId, 'system', (tx) =>
    storeToken(tx, world.app.secrets, { userId: getId(world, 'dan'), provider, token, accountId: null }),
  );

export const callAccounts: readonly Act[] = [
  { name: 'A Zoom account is connected', act: connect('zoom'), changes: ['dan'] },
  { name: 'A Webex account is connected', act: connect('webex'), changes: ['dan'] },
  {
    name: 'A Zoom account is disconnected',
    act: (world) =>
      world.app.db.write(world.orgId, 'system', (tx) => deleteToken(tx, getId(world, 'dan'), 'zoom')),
    changes: ['dan'],
  },
];
