/** Checks for `heddle doctor` whether the models respond. */
import type { Config } from '../../lib/config/config.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { valueAt } from '../../lib/json.ts';
import { type HttpProbe, judgeKey } from '../../lib/net/http-probe.ts';

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
