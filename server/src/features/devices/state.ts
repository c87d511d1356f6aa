import type { StateFetchers } from '../../core/context/index.ts';
import { devicesOf } from './queries.ts';

export const deviceState: Pick<StateFetchers, 'device'> = {
  device: async ({ tx, me }) => ({ devices: await devicesOf(tx, me.id) }),
};
