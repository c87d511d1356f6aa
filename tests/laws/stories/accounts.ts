/** Accounts: creation, sign-up, profile, role and API key. */
import { setGrant } from '../../../server/src/core/users/grants.ts';
import { sendFiles } from '../../support/files.ts';
import { picture } from '../../support/fixtures/pictures.ts';
import { everyone, done, getId, type Act } from './act.ts';

export const accounts: readonly Act[] = [
  {
    name: 'A user is created',
    act: (world) =>
      done(
        world
          .as('ada')
          .post('/users', { email: 'fay@example.com', password: 'a long enough password', full_name: 'Fay' }),
      ),
    changes: everyone,
  },
  {
    name: 'A user signs up',
    prepare: (world) =>
      world.app.db.write(world.orgId, 'system', async (tx) => {
        const fay = tx.cache.users.find('email', 'fay@example.com');
        const day = { date_joined: tx.now - 86_400_000 };
        await tx.q
          .updateTable('person')
          .set(day)
          .where('id', '=', fay?.id ?? 0)
          .execute();
        await tx.touch({ users: [fay?.id ?? 0] });
      }),
    act: (world) => {
      const params = { username: 'fay@example.com', password: 'a long enough password' };
      return done(world.anonymous.post('/fetch_api_key', params));
    },
    changes: everyone,
  },
  {
    name: 'A user uploads an avatar',
    act: async (world) => {
      const file = { name: 'me.png', type: 'image/png', content: await picture(8, 8) };
      return done(sendFiles(world, 'dan', [file], '/users/me/avatar'));
    },
    changes: everyone,
  },
  {
    name: 'A user deletes their avatar',
    act: (world) => done(world.as('dan').delete('/users/me/avatar')),
    changes: everyone,
  },
  {
    name: 'A user is renamed',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { full_name: 'Daniel Ito' })),
    changes: everyone,
  },
  {
    name: 'A user changes their email address',
    prepare: (world) =>
      world.app.db.write(world.orgId, 'system', (tx) =>
        setGrant(tx, getId(world, 'ada'), 'can_change_user_emails', true),
      ),
    act: async (world) => {
      const new_email = 'd@example.com';
      await done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { new_email }));
      world.people.dan.email = new_email;
    },
    changes: everyone,
  },
  {
    name: 'A member becomes moderator',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { role: 300 })),
    changes: everyone,
  },
  {
    name: 'A moderator becomes administrator',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { role: 200 })),
    changes: everyone,
  },
  {
    name: 'An administrator becomes owner',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'ben')}`, { role: 100 })),
    changes: everyone,
  },
  {
    name: 'An owner becomes member',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'ben')}`, { role: 400 })),
    changes: everyone,
  },
  {
    name: 'A guest becomes member',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'gus')}`, { role: 400 })),
    changes: everyone,
  },
  {
    name: 'A member becomes guest',
    act: (world) => done(world.as('ada').patch(`/users/${getId(world, 'eve')}`, { role: 600 })),
    changes: everyone,
  },
  {
    name: 'A user regenerates their API key',
    act: async (world) => {
      const { json } = await done(world.as('cleo').post('/users/me/api_key/regenerate'));
      world.people.cleo.apiKey = json.api_key as string;
    },
    changes: [],
    ends: ['cleo'],
  },
];
