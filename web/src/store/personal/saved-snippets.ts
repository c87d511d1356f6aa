/** Texts kept at hand, by id. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import type { SavedSnippet } from '../../../../wire/saved-snippets.ts';
import type { State } from '../index.ts';
import { byId } from '../objects.ts';

export type Snippets = Map<number, SavedSnippet>;

export const snippetsFromRegister = ({ saved_snippets: snippets }: RegisterAnswer): Snippets =>
  byId(snippets, ({ id }) => id);

export function reduceSnippets({ snippets }: State, event: EventOf<'saved_snippets'>): void {
  if (event.op === 'remove') snippets.delete(event.saved_snippet_id);
  else snippets.set(event.saved_snippet.id, event.saved_snippet);
}
