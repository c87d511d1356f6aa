/** Devices of apps. */
import { done, type Act } from './act.ts';

export const devices: readonly Act[] = [
  {
    name: 'Devices are registered and removed',
    act: async (world) => {
      const dan = world.as('dan');
      await done(dan.post('/register_client_device'));
      const { json } = await done(dan.post('/register_client_device'));
      await done(dan.post('/remove_client_device', { device_id: json.device_id }));
    },
    changes: ['dan'],
  },
];
