/** Topic summaries and suggestions of topic names, by a language model that the operator has configured. */
import { Exact, Id, Type, type Static } from './core.ts';

/** GET /messages/summary: the narrow is one topic of one channel. */
export const SummaryParams = Type.Object({
  narrow: Type.Optional(Type.Array(Type.Unknown(), { maxItems: 100 })),
});
export type SummaryParams = Static<typeof SummaryParams>;

export const SummaryResponse = Exact({
  // HTML of paragraphs and lists, without links.
  summary: Type.String(),
  // Heddle's own: the same as plain text.
  heddle_summary_text: Type.String(),
});
export type SummaryResponse = Static<typeof SummaryResponse>;

/** GET /heddle/topic_names */
export const SuggestTopicNamesParams = Type.Object({ channel_id: Id, topic: Type.String() });

export const SuggestTopicNamesResponse = Exact({ names: Type.Array(Type.String()) });
export type SuggestTopicNamesResponse = Static<typeof SuggestTopicNamesResponse>;
