/** Sites to try blocks of code on. */
import type { EventOf } from '../../../../wire/events.ts';
import type { Playground } from '../../../../wire/linkifiers.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import type { State } from '../index.ts';

export type Playgrounds = readonly Playground[];

export const playgroundsFromRegister = (answer: RegisterAnswer): Playgrounds =>
  answer.realm_playgrounds ?? [];

export function reducePlaygrounds(state: State, event: EventOf<'realm_playgrounds'>): void {
  state.playgrounds = event.realm_playgrounds;
}
