/** Saved snippets, by ID. */
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { SavedSnippet } from '../../../../wire/saved-snippets.ts';
import { defineNoun } from '../base/noun.ts';
import { byId } from '../base/objects.ts';

type Snippets = Map<number, SavedSnippet>;

const snippetsFromRegister = ({ saved_snippets: snippets }: RegisterResponse): Snippets =>
  byId(snippets, ({ id }) => id);

function reduceSnippets({ snippets }: { snippets: Snippets }, event: EventOf<'saved_snippets'>): void {
  if (event.op === 'remove') snippets.delete(event.saved_snippet_id);
  else snippets.set(event.saved_snippet.id, event.saved_snippet);
}

export const snippets = defineNoun({
  keys: ['saved_snippets'],
  state: { snippets: snippetsFromRegister },
  reducers: { saved_snippets: reduceSnippets },
});
