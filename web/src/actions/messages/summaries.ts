/** Topic summaries by the server's language model. */
import type { SuggestTopicNamesResponse, SummaryResponse } from '../../../../wire/topic-summaries.ts';
import type { Client } from '../../connection/client.ts';
import { getTerms } from '../../store/narrow/narrow.ts';
import { toOutcome, type Outcome } from '../request/outcome.ts';

/** Plain text. */
export const fetchSummary = async (
  { api, live }: Client,
  channelId: number,
  topic: string,
): Promise<Outcome<string>> =>
  toOutcome(
    api
      .get<SummaryResponse>('/messages/summary', {
        narrow: getTerms({ kind: 'topic', channelId, topic }, live.peek().own.user_id),
      })
      .then(({ heddle_summary_text }) => heddle_summary_text),
  );

export const fetchTopicNames = async (
  { api }: Client,
  channelId: number,
  topic: string,
): Promise<Outcome<string[]>> =>
  toOutcome(
    api
      .get<SuggestTopicNamesResponse>('/heddle/topic_names', { channel_id: channelId, topic })
      .then(({ names }) => names),
  );
