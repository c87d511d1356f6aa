/** Drafts, synchronized between the clients of a user. */
import { Exact, Id, Ids, NonBlank, OneOf, terse, Type, type Static, type Examples } from './core.ts';

const place = {
  // Empty: no recipient has been chosen yet.
  type: OneOf(['', 'private', 'stream'], terse),
  // The ID of a channel, or user IDs.
  to: Ids,
  topic: Type.String(),
  content: Type.String(),
};

export const Draft = Exact({ id: Id, ...place, timestamp: Type.Integer() });
export type Draft = Static<typeof Draft>;

/** A draft as sent by a client; without a time, now. An id is ignored. */
export const NewDraft = Exact({
  id: Type.Optional(Type.Unknown()),
  ...place,
  content: NonBlank,
  timestamp: Type.Optional(Type.Union([Type.Integer(), Type.Number()])),
});
export type NewDraft = Static<typeof NewDraft>;

export const DraftPath = Type.Object({ draft_id: Id });

/** GET /drafts: the most recently changed one last. */
export const GetDraftsResponse = Exact({ count: Type.Integer(), drafts: Type.Array(Draft) });

/** POST /drafts */
export const CreateDraftsParams = Type.Object({ drafts: Type.Array(NewDraft, { default: [] }) });
export const CreateDraftsResponse = Exact({ ids: Ids });

/** PATCH /drafts/{draft_id} */
export const EditDraftParams = Type.Object({ draft: NewDraft });

const draftEvent = { id: Type.Integer(), type: Type.Literal('drafts') };

const DraftsEvent = Type.Union([
  Exact({ ...draftEvent, op: Type.Literal('add'), drafts: Type.Array(Draft) }),
  Exact({ ...draftEvent, op: Type.Literal('update'), draft: Draft }),
  Exact({ ...draftEvent, op: Type.Literal('remove'), draft_id: Id }),
]);

export const draftState = { drafts: { drafts: Type.Array(Draft) } };

export const draftEvents = { drafts: DraftsEvent };

export const draftExamples: Examples<typeof draftEvents> = {
  drafts: { 'a draft that is gone': { id: 1, type: 'drafts', op: 'remove', draft_id: 3 } },
};
