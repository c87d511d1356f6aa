/** Code playgrounds, by language. */
import type { EventOf } from '../../../../wire/events.ts';
import type { Playground } from '../../../../wire/linkifiers.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type Playgrounds = readonly Playground[];

const playgroundsFromRegister = (response: RegisterResponse): Playgrounds => response.realm_playgrounds ?? [];

function reducePlaygrounds(state: { playgrounds: Playgrounds }, event: EventOf<'realm_playgrounds'>): void {
  state.playgrounds = event.realm_playgrounds;
}

export const playgrounds = defineNoun({
  keys: ['realm_playgrounds'],
  state: { playgrounds: playgroundsFromRegister },
  reducers: { realm_playgrounds: reducePlaygrounds },
});
