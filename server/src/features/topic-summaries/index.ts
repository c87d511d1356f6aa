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
import type { Config } from '../../lib/config/config.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { valueAt } from '../../lib/json.ts';
import { type HttpProbe, judgeKey } from '../../lib/net/http-probe.ts';

export { within } from './summarize.ts';

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

// Checks for `heddle doctor` whether the models respond.

export const modelProbes = ({
  aiUrl,
  aiModel,
  aiApiKey,
  transcriptUrl,
  transcriptModel,
  transcriptApiKey,
}: Config): (HttpProbe | undefined)[] => [
  probe('summaries', 'ai', { url: aiUrl, model: aiModel, key: aiApiKey }),
  probe('transcripts', 'transcript', { url: transcriptUrl, model: transcriptModel, key: transcriptApiKey }),
];

type Model = Record<'url' | 'model' | 'key', string | undefined>;

/** Asks for the list of models, which costs nothing. `undefined` if none is configured. */
function probe(name: string, prefix: 'ai' | 'transcript', { url, model, key }: Model): HttpProbe | undefined {
  if (url === undefined) return undefined;
  const judge = judgeKey(`${prefix}_api_key`);
  return {
    name,
    url,
    settings: `${prefix}_url`,
    secret: `${prefix}ApiKey`,
    address: `${url.replace(/\/+$/, '')}/models`,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
    judge(response) {
      const models = response.status === 200 ? listModels(response.text) : [];
      return models.length === 0 || models.includes(model)
        ? judge(response)
        : `It has no model ${String(model)}. Check ${prefix}_model.`;
    },
  };
}

/** Not every service has such a list. */
function listModels(text: string): unknown[] {
  try {
    const data = valueAt(parseForeignJson(text), 'data');
    return Array.isArray(data) ? data.map((one: unknown) => valueAt(one, 'id')) : [];
  } catch {
    return [];
  }
}
