/** Who may call what: tables of operations with a column for each role, each called in every role. */
import assert from 'node:assert/strict';
import { roles } from '../../../wire/core.ts';
import { toRecord } from '../../../server/src/lib/objects.ts';
import { addPerson } from '../change.ts';
import type { Account, Client, Reply } from '../client.ts';
import { listen } from '../listen.ts';
import type { World } from '../world.ts';

/** Callers with an account. */
const accounts = [
  'owner',
  'administrator',
  'moderator',
  'member',
  'guest',
  'bot',
  'administrating bot',
] as const;
export const callers = [...accounts, 'anonymous'] as const;
type Caller = (typeof callers)[number];

export interface Refusal {
  status: number;
  code: string;
  msg: string;
}
export const bad = (msg: string): Refusal => ({ status: 400, code: 'BAD_REQUEST', msg });
export const noBots = bad('This endpoint does not accept bot requests.');
export const noAdministrator: Refusal = {
  status: 403,
  code: 'UNAUTHORIZED_PRINCIPAL',
  msg: 'Must be an organization administrator',
};

export interface Operation {
  name: string;
  /** The same request may come again: each has a number of its own. */
  ask(client: Client, number: number): Promise<Reply>;
  /** Nothing for those who may. */
  refused: Readonly<Record<(typeof accounts)[number], Refusal | undefined>>;
}

/** In the order of `accounts`. */
export function refusals(...each: (Refusal | undefined)[]): Operation['refused'] {
  assert.equal(each.length, accounts.length);
  return toRecord(accounts, (name) => each[accounts.indexOf(name)]);
}

export const may = undefined;
export const forAdministrators = refusals(
  may,
  may,
  noAdministrator,
  noAdministrator,
  noAdministrator,
  noAdministrator,
  may,
);

async function accountsIn(world: World): Promise<Record<Caller, Account | undefined>> {
  const { ada, ben, cleo, dan, gus } = world.people;
  return {
    owner: ada,
    administrator: ben,
    moderator: cleo,
    member: dan,
    guest: gus,
    bot: await addPerson(world, 'shuttle-bot', { botOwner: 'dan' }),
    'administrating bot': await addPerson(world, 'warden-bot', {
      botOwner: 'ada',
      role: roles.administrator,
    }),
    anonymous: undefined,
  };
}

/** @throws if a refusal has another text or is missing, emits an event, or if someone with permission is refused. */
export async function checkCallers(world: World, operations: readonly Operation[]): Promise<void> {
  const byCaller = await accountsIn(world);
  const getClient = (caller: Caller) => {
    const account = byCaller[caller];
    return account ? world.as(account) : world.anonymous;
  };
  const received = await listen(world.as('ada'), { event_types: undefined });
  const allowed: { name: string; ask: () => Promise<Reply> }[] = [];
  for (const { name, ask, refused } of operations)
    for (const [number, caller] of callers.entries()) {
      const where = `${name}: ${caller}`;
      const expected =
        caller === 'anonymous' ? { status: 401, code: 'UNAUTHORIZED', msg: undefined } : refused[caller];
      if (!expected) {
        allowed.push({ name: where, ask: () => ask(getClient(caller), number) });
        continue;
      }
      const { status, json } = await ask(getClient(caller), number);
      assert.deepEqual(
        [status, json.code, json.msg],
        [expected.status, expected.code, expected.msg ?? json.msg],
        where,
      );
    }
  assert.deepEqual(await received.received(), []);
  for (const { name, ask } of allowed) {
    const { status, json } = await ask();
    assert.equal(status, 200, `${name}: ${json.msg}`);
  }
}
