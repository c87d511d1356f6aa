/** What was begun to be written and is kept by the server for all clients, by id. */
import type { Draft } from '../../../../wire/drafts.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import type { State } from '../index.ts';
import { byId } from '../objects.ts';

export type Drafts = Map<number, Draft>;

export const draftsFromRegister = ({ drafts }: RegisterAnswer): Drafts => byId(drafts, ({ id }) => id);

export function reduceDrafts({ drafts }: State, event: EventOf<'drafts'>): void {
  if (event.op === 'remove') drafts.delete(event.draft_id);
  else for (const draft of event.op === 'add' ? event.drafts : [event.draft]) drafts.set(draft.id, draft);
}
