/** What a user has collapsed in the sidebar. Heddle's own. */
import { Exact, Type, type Static, type Examples } from './core.ts';

/**
 * A built-in section, or `folder:` with the ID of a channel folder. `all:` before a section with channels: a long sidebar lists
 * all of them there, not only those with something new. `read`: everything without unread messages.
 */
const Section = Type.String({
  pattern: '^(?:direct|pinned|pinned-topics|read|(?:all:)?(?:channels|folder:[1-9][0-9]{0,14}))$',
});

/** POST and DELETE /heddle/folded_sections */
export const FoldSectionParams = Type.Object({ section: Section });
export type FoldSectionParams = Static<typeof FoldSectionParams>;

export const foldedSectionState = {
  heddle_folded_section: { heddle_folded_sections: Type.Array(Section) },
};

const event = { id: Type.Integer(), type: Type.Literal('heddle_folded_section'), section: Section };

export const foldedSectionEvents = {
  heddle_folded_section: Type.Union([
    Exact({ ...event, op: Type.Literal('add') }),
    Exact({ ...event, op: Type.Literal('remove') }),
  ]),
};

export const foldedSectionExamples: Examples<typeof foldedSectionEvents> = {
  heddle_folded_section: {
    'a folder collapsed': { id: 1, type: 'heddle_folded_section', op: 'add', section: 'folder:3' },
  },
};
