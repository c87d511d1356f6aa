/** User groups in a test: made and read through the API. */
import assert from 'node:assert/strict';
import type { UserGroup } from '../../wire/groups.ts';
import type { Account, Client, Params, Reply } from './client.ts';
import { assertRefusal } from './refusal.ts';
import type { Name, World } from './world.ts';

export async function groupsFor(client: Client, params: Params = {}): Promise<UserGroup[]> {
  const { status, json } = await client.get('/user_groups', params);
  assert.equal(status, 200, json.msg);
  return json.user_groups as UserGroup[];
}

/** Groups that are out of use included. */
export async function getGroup(world: World, id: number): Promise<UserGroup> {
  const groups = await groupsFor(world.as('ada'), { include_deactivated_groups: true });
  const group = groups.find((one) => one.id === id);
  assert.ok(group, `There is no group ${id}.`);
  return group;
}

/** @returns the new group's id. */
export async function makeGroup(
  world: World,
  who: Name | Account,
  name: string,
  members: readonly Name[] = [],
  params: Params = {},
): Promise<number> {
  const ids = members.map((member) => world.people[member].id);
  const given = { name, description: '', members: ids, ...params };
  const { status, json } = await world.as(who).post('/user_groups/create', given);
  assert.equal(status, 200, json.msg);
  return json.group_id as number;
}

export interface Refusal {
  status?: number;
  code?: string;
  msg: string;
}

/** Asks for something that is refused, and changes nothing about groups. */
export async function assertRefused(
  world: World,
  ask: () => Promise<Reply>,
  { status = 400, code = 'BAD_REQUEST', msg }: Refusal,
): Promise<Reply> {
  const all = () => groupsFor(world.as('ada'), { include_deactivated_groups: true });
  const before = await all();
  const reply = await assertRefusal(ask(), msg, { status, code });
  assert.deepEqual(await all(), before);
  return reply;
}

/** What those say who may, and those who may not, in the order of the cast. */
export async function outcomes(
  people: readonly (Name | Account)[],
  ask: (who: Name | Account) => Promise<Reply>,
): Promise<string[]> {
  const responses: string[] = [];
  for (const who of people) {
    const { status, json } = await ask(who);
    responses.push(status === 200 ? 'success' : json.msg);
  }
  return responses;
}
