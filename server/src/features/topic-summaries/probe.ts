/** For `heddle doctor`: whether the language model responds. */
import type { Config } from '../../lib/config/config.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { valueAt } from '../../lib/json.ts';
import { type HttpProbe, judgeKey } from '../../lib/net/http-probe.ts';

/** Asks for the list of models, which costs nothing. `undefined` if none is configured. */
export function modelProbe({ aiUrl: url, aiModel: model, aiApiKey: key }: Config): HttpProbe | undefined {
  if (url === undefined) return undefined;
  const judge = judgeKey('ai_api_key');
  return {
    name: 'summaries',
    url,
    settings: 'ai_url',
    secret: 'aiApiKey',
    address: `${url.replace(/\/+$/, '')}/models`,
    ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
    judge(response) {
      const models = response.status === 200 ? listModels(response.text) : [];
      return models.length === 0 || models.includes(model)
        ? judge(response)
        : `It has no model ${String(model)}. Check ai_model.`;
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
