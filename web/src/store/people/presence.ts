/** When people were last active, as far as this client knows; the views decide what it means at the current time. */
import type { EventOf } from '../../../../wire/events.ts';
import type { ModernPresence } from '../../../../wire/presence.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type Presences = Map<number, ModernPresence>;

type PresenceState = { presences: Presences };

function presencesFromRegister({ presences = {} }: RegisterResponse): Presences {
  const known: Presences = new Map();
  for (const [id, presence] of Object.entries(presences))
    if ('active_timestamp' in presence && typeof presence.active_timestamp === 'number')
      known.set(Number(id), presence as ModernPresence);
  return known;
}

function reducePresence(state: PresenceState, { presences = {} }: EventOf<'presence'>): void {
  for (const [id, presence] of Object.entries(presences)) noteSeen(state, Number(id), presence);
}

/** Zero: the user does not share presence now. */
export function noteSeen({ presences }: PresenceState, id: number, presence: ModernPresence): void {
  if (presence.idle_timestamp === 0) presences.delete(id);
  else presences.set(id, presence);
}

export const presences = defineNoun({
  keys: ['presence'],
  state: { presences: presencesFromRegister },
  reducers: { presence: reducePresence },
  // The first ping brings them up to date.
  kept: {
    presences: (before: Presences, next: Presences, { presences: given }: RegisterResponse): Presences =>
      given === undefined ? before : next,
  },
});
