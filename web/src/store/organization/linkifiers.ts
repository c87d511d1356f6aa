/** What becomes a link, in order of precedence. */
import type { EventOf } from '../../../../wire/events.ts';
import type { Linkifier } from '../../../../wire/linkifiers.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import type { State } from '../index.ts';

export type Linkifiers = readonly Linkifier[];

export const linkifiersFromRegister = (answer: RegisterAnswer): Linkifiers => answer.realm_linkifiers ?? [];

export function reduceLinkifiers(state: State, event: EventOf<'realm_linkifiers'>): void {
  state.linkifiers = event.realm_linkifiers;
}
