/** Drafts on the server, shared by all clients of the person, by ID. */
import type { Draft } from '../../../../wire/drafts.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';
import { byId } from '../base/objects.ts';

type Drafts = Map<number, Draft>;
type DraftState = { drafts: Drafts };

const draftsFromRegister = ({ drafts }: RegisterResponse): Drafts => byId(drafts, ({ id }) => id);

function reduceDrafts({ drafts }: DraftState, event: EventOf<'drafts'>): void {
  if (event.op === 'remove') drafts.delete(event.draft_id);
  else for (const draft of event.op === 'add' ? event.drafts : [event.draft]) drafts.set(draft.id, draft);
}

/** The server deletes them without an event when synchronization is turned off. */
function reduceSettings({ drafts }: DraftState, { property, value }: EventOf<'user_settings'>): void {
  if (property === 'enable_drafts_synchronization' && value === false) drafts.clear();
}

export const drafts = defineNoun({
  keys: ['drafts'],
  state: { drafts: draftsFromRegister },
  reducers: { drafts: reduceDrafts, user_settings: reduceSettings },
});
