/** The bots that somebody may administer: their own, or all. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { OwnedBot } from '../../../../wire/bots.ts';
import { defineNoun } from '../noun.ts';

type Bots = Map<number, OwnedBot>;

const botsFromRegister = (response: RegisterResponse): Bots =>
  new Map((response.realm_bots ?? []).map((bot) => [bot.user_id, bot]));

function reduceBots({ bots }: { bots: Bots }, event: EventOf<'realm_bot'>): void {
  const id = event.bot.user_id;
  const known = bots.get(id);
  if (event.op === 'add') bots.set(id, event.bot);
  else if (event.op === 'delete') bots.delete(id);
  else if (known) bots.set(id, { ...known, ...event.bot });
}

export const bots = defineNoun({
  keys: ['realm_bot'],
  state: { bots: botsFromRegister },
  reducers: { realm_bot: reduceBots },
});
