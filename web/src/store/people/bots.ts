/** Bots that the person may administer: their own, or all. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse, RegisterState } from '../../../../wire/register.ts';
import type { OwnedBot } from '../../../../wire/bots.ts';
import { defineNoun } from '../base/noun.ts';

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

export type EmbeddedBot = RegisterState<'realm_embedded_bots'>['realm_embedded_bots'][number];

/** Programs for embedded bots. */
const embeddedFromRegister = (response: RegisterResponse): readonly EmbeddedBot[] =>
  response.realm_embedded_bots ?? [];

export const bots = defineNoun({
  keys: ['realm_bot', 'realm_embedded_bots'],
  state: { bots: botsFromRegister, embeddedBots: embeddedFromRegister },
  reducers: { realm_bot: reduceBots },
});
