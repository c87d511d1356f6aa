/** The feature: topic summaries and suggested names of topics. */
import {
  SuggestTopicNamesParams,
  SuggestTopicNamesResponse,
  SummaryParams,
  SummaryResponse,
} from '../../../../wire/topic-summaries.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { readBy } from '../message-fetch/index.ts';
import { suggestNames, summarize } from './summarize.ts';

export { modelProbes } from './probe.ts';
export { within } from './usage.ts';

const topicSummaryRoutes = [
  route({
    method: 'GET',
    path: '/messages/summary',
    operationId: 'get-messages-summary',
    policy: 'humans',
    scope: 'read',
    params: SummaryParams,
    response: SummaryResponse,
    handle: ({ me, params, ...request }) => summarize(request.app, me, params.narrow ?? [], readBy(request)),
  }),
  route({
    method: 'GET',
    path: '/heddle/topic_names',
    operationId: 'heddle-suggest-topic-names',
    policy: 'humans',
    scope: 'read',
    params: SuggestTopicNamesParams,
    response: SuggestTopicNamesResponse,
    handle: async ({ me, params: { channel_id, topic }, ...request }) => {
      const narrow = [
        { operator: 'channel', operand: channel_id },
        { operator: 'topic', operand: topic },
      ];
      return { names: await suggestNames(request.app, me, narrow, readBy(request)) };
    },
  }),
];

export const topicSummariesFeature = defineFeature({ routes: topicSummaryRoutes });
