/** Linkifiers in order of precedence. */
import type { EventOf } from '../../../../wire/events.ts';
import type { Linkifier } from '../../../../wire/linkifiers.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type Linkifiers = readonly Linkifier[];

const linkifiersFromRegister = (response: RegisterResponse): Linkifiers => response.realm_linkifiers ?? [];

function reduceLinkifiers(state: { linkifiers: Linkifiers }, event: EventOf<'realm_linkifiers'>): void {
  state.linkifiers = event.realm_linkifiers;
}

export const linkifiers = defineNoun({
  keys: ['realm_linkifiers'],
  state: { linkifiers: linkifiersFromRegister },
  reducers: { realm_linkifiers: reduceLinkifiers },
});
