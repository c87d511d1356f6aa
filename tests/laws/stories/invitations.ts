/** Invitations and invitation links. */
import { done, type Act } from './act.ts';

export const invitations: readonly Act[] = [
  {
    name: 'An invitation and an invitation link are created, which are no part of a registration',
    act: async (world) => {
      await done(world.as('dan').post('/invites', { invitee_emails: 'hal@example.com', stream_ids: [] }));
      await done(world.as('ada').post('/invites/multiuse'));
    },
    changes: [],
  },
];
