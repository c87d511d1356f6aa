/** Requests of the compose box. */
import type { SavedSnippet } from '../../../../wire/saved-snippets.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask, toOutcome, type Outcome } from '../request/outcome.ts';

/** Renders the text as HTML. */
export const renderText = ({ api }: Client, content: string): Promise<Outcome<string>> =>
  toOutcome(api.post<{ rendered: string }>('/messages/render', { content }).then(({ rendered }) => rendered));

export const saveSnippet = (
  { api }: Client,
  title: string,
  content: string,
): Promise<ApiFailure | undefined> => ask(api.post('/saved_snippets', { title, content }));

export const deleteSnippet = ({ api }: Client, { id }: SavedSnippet): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/saved_snippets/${id}`));
