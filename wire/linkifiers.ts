/** Linkifiers, which turn text into links, and playgrounds, which open code blocks on other sites. */
import { Exact, Id, Ids, Nullable, Type, type Static, type Examples } from './core.ts';

export const Linkifier = Exact({
  id: Id,
  pattern: Type.String(),
  url_template: Type.String(),
  example_input: Nullable(Type.String()),
  reverse_template: Nullable(Type.String()),
  alternative_url_templates: Type.Array(Type.String()),
});
export type Linkifier = Static<typeof Linkifier>;

export const LinkifierPath = Type.Object({ filter_id: Id });

/** GET /realm/linkifiers, in order of precedence. */
export const GetLinkifiersResponse = Exact({ linkifiers: Type.Array(Linkifier) });

/**
 * POST /realm/filters and PATCH /realm/filters/{filter_id}. The template over the pattern's groups is RFC 6570. Absent
 * optional texts are unchanged; '' removes them.
 */
export const LinkifierParams = Type.Object({
  pattern: Type.String(),
  url_template: Type.String(),
  // Text that the whole pattern matches.
  example_input: Type.Optional(Type.String()),
  // Produces the example from its groups, as clients do with a pasted URL.
  reverse_template: Type.Optional(Type.String()),
  // Other URLs of the same item.
  alternative_url_templates: Type.Optional(Type.Array(Type.String())),
});
export type LinkifierParams = Static<typeof LinkifierParams>;
export const AddLinkifierResponse = Exact({ id: Id });

/** PATCH /realm/linkifiers: every id, in the new order. */
export const ReorderLinkifiersParams = Type.Object({ ordered_linkifier_ids: Ids });

/** All linkifiers; only for clients with `linkifier_url_template`. */
const LinkifiersEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('realm_linkifiers'),
  realm_linkifiers: Type.Array(Linkifier),
});

export const Playground = Exact({
  id: Id,
  name: Type.String(),
  pygments_language: Type.String(),
  url_template: Type.String(),
});
export type Playground = Static<typeof Playground>;

export const PlaygroundPath = Type.Object({ playground_id: Id });

/** POST /realm/playgrounds. The template has one variable, `code`. */
export const AddPlaygroundParams = Type.Object({
  name: Type.String(),
  pygments_language: Type.String(),
  url_template: Type.String(),
});
export type AddPlaygroundParams = Static<typeof AddPlaygroundParams>;
export const AddPlaygroundResponse = Exact({ id: Id });

/** All playgrounds. */
const PlaygroundsEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('realm_playgrounds'),
  realm_playgrounds: Type.Array(Playground),
});

export const linkifierState = {
  realm_linkifiers: { realm_linkifiers: Type.Array(Linkifier) },
  // Deprecated: always empty.
  realm_filters: { realm_filters: Type.Array(Type.Array(Type.Union([Type.Integer(), Type.String()]))) },
  realm_playgrounds: { realm_playgrounds: Type.Array(Playground) },
};

export const linkifierEvents = { realm_linkifiers: LinkifiersEvent, realm_playgrounds: PlaygroundsEvent };

export const linkifierExamples: Examples<typeof linkifierEvents> = {
  realm_linkifiers: {
    linkifiers: {
      id: 1,
      type: 'realm_linkifiers',
      realm_linkifiers: [
        {
          id: 3,
          pattern: '#(?P<id>[0-9]+)',
          url_template: 'https://tickets.example/{id}',
          example_input: '#12',
          reverse_template: null,
          alternative_url_templates: [],
        },
      ],
    },
  },
  realm_playgrounds: {
    playgrounds: {
      id: 1,
      type: 'realm_playgrounds',
      realm_playgrounds: [
        { id: 3, name: 'Rust', pygments_language: 'Rust', url_template: 'https://play.example/{code}' },
      ],
    },
  },
};
