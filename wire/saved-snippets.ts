/** Saved snippets: texts for reuse. */
import { Exact, Id, Type, UnixSeconds, type Static, type Examples } from './core.ts';

/** Code points. */
export const snippetTitleLength = 60;

export const SavedSnippet = Exact({
  id: Id,
  title: Type.String(),
  content: Type.String(),
  date_created: UnixSeconds,
});
export type SavedSnippet = Static<typeof SavedSnippet>;

export const SnippetPath = Type.Object({ saved_snippet_id: Id });

/** GET /saved_snippets: in order of creation. */
export const GetSnippetsResponse = Exact({ saved_snippets: Type.Array(SavedSnippet) });

/** POST /saved_snippets */
export const CreateSnippetParams = Type.Object({ title: Type.String(), content: Type.String() });
export type CreateSnippetParams = Static<typeof CreateSnippetParams>;
export const CreateSnippetResponse = Exact({ saved_snippet_id: Id });

/** PATCH /saved_snippets/{saved_snippet_id} */
export const EditSnippetParams = Type.Object({
  title: Type.Optional(Type.String()),
  content: Type.Optional(Type.String()),
});
export type EditSnippetParams = Static<typeof EditSnippetParams>;

const snippetEvent = { id: Type.Integer(), type: Type.Literal('saved_snippets') };

const SavedSnippetsEvent = Type.Union([
  Exact({ ...snippetEvent, op: Type.Literal('add'), saved_snippet: SavedSnippet }),
  Exact({ ...snippetEvent, op: Type.Literal('update'), saved_snippet: SavedSnippet }),
  Exact({ ...snippetEvent, op: Type.Literal('remove'), saved_snippet_id: Id }),
]);

export const savedSnippetState = { saved_snippets: { saved_snippets: Type.Array(SavedSnippet) } };

export const savedSnippetEvents = { saved_snippets: SavedSnippetsEvent };

export const savedSnippetExamples: Examples<typeof savedSnippetEvents> = {
  saved_snippets: {
    'a snippet that is gone': { id: 1, type: 'saved_snippets', op: 'remove', saved_snippet_id: 3 },
  },
};
