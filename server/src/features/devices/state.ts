import type { StateFetchers } from '../../core/context/index.ts';
import { getDevices } from './queries.ts';

export const deviceState: Pick<StateFetchers, 'device'> = {
  device: async ({ tx, me }) => ({ devices: await getDevices(tx, me.id) }),
};
