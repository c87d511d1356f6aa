/** Changes of the pending invitations, which `/register` does not include: the page that lists them fetches them again. */
import { defineNoun } from '../base/noun.ts';

interface InvitationState {
  /** How many changes there were. */
  invitationChanges: number;
}

export const invitations = defineNoun({
  keys: [],
  state: { invitationChanges: () => 0 },
  reducers: {
    invites_changed: (state: InvitationState): void => void state.invitationChanges++,
  },
  fleeting: { invitationChanges: 'kept' },
});
