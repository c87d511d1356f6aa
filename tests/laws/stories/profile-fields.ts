/** Custom profile fields and their values. */
import type { Params } from '../../support/client.ts';
import type { World } from '../../support/world.ts';
import { done, everyone, getId, type Act } from './act.ts';

const choices = { all: { text: 'Everything', order: '1' }, plants: { text: 'Plants', order: '2' } };

async function fieldIds(world: World): Promise<number[]> {
  const { json } = await done(world.as('ada').get('/realm/profile_fields'));
  return (json.custom_fields as { id: number }[]).map((field) => field.id);
}

const create = (world: World, params: Params) => done(world.as('ada').post('/realm/profile_fields', params));

const fill = async (world: World, who: 'dan' | 'eve', values: (string | null)[]) => {
  const ids = await fieldIds(world);
  const data = values.map((value, place) => ({ id: ids[place], value }));
  return done(world.as(who).patch('/users/me/profile_data', { data }));
};

export const profileFields: readonly Act[] = [
  {
    name: 'A profile field is created',
    act: (world) => create(world, { field_type: 1, name: 'Phone', display_in_profile_summary: true }),
    changes: everyone,
  },
  {
    name: 'A profile field with choices is created',
    act: (world) => create(world, { field_type: 3, name: 'Diet', field_data: choices }),
    changes: everyone,
  },
  {
    name: 'Users fill in their profile fields',
    act: async (world) => {
      await fill(world, 'dan', ['*7*', 'plants']);
      await fill(world, 'eve', ['8', 'all']);
    },
    changes: everyone,
  },
  {
    name: 'An administrator fills in a profile field of a user',
    act: async (world) => {
      const [id] = await fieldIds(world);
      const profile_data = [{ id, value: '9' }];
      return done(world.as('ben').patch(`/users/${getId(world, 'gus')}`, { profile_data }));
    },
    changes: everyone,
  },
  { name: 'A user clears a profile field', act: (world) => fill(world, 'eve', [null]), changes: everyone },
  {
    name: 'Profile fields are reordered',
    act: async (world) => {
      const order = (await fieldIds(world)).reverse();
      return done(world.as('ada').patch('/realm/profile_fields', { order }));
    },
    changes: everyone,
  },
  {
    name: 'A choice of a profile field is deleted',
    act: async (world) => {
      const [id] = await fieldIds(world);
      const field_data = { all: choices.all };
      return done(world.as('ada').patch(`/realm/profile_fields/${id}`, { name: 'Food', field_data }));
    },
    changes: everyone,
  },
  {
    name: 'A profile field is deleted',
    act: async (world) => {
      const [, id] = await fieldIds(world);
      return done(world.as('ada').delete(`/realm/profile_fields/${id}`));
    },
    changes: everyone,
  },
];
