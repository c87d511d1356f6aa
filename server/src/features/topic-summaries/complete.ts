/** One request to an OpenAI-compatible API. */
import type { Logger } from 'pino';
import { apiError } from '../../lib/errors.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { isObject } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { withoutInvisible } from '../../lib/text.ts';

interface Model {
  url: string;
  model: string;
  apiKey: string | undefined;
}

/** Long, since models on small machines are slow. */
const timeoutMs = 60_000;
const largestBytes = 256 * 1024;
const mostTokens = 1000;

/** @returns the response of the model without invisible characters @throws ApiError 502 */
export async function complete(
  log: Logger,
  { url, model, apiKey }: Model,
  prompt: string,
  conversation: string,
): Promise<string> {
  const messages = [
    { role: 'system', content: prompt },
    { role: 'user', content: conversation },
  ];
  try {
    const { status, text } = await guardedFetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, messages, max_tokens: mostTokens, stream: false }),
      // The operator has configured this address, which may be local; redirects are not followed.
      reachable: '0.0.0.0/0, ::/0',
      mostRedirects: 0,
      timeoutMs,
      largestBytes,
    });
    if (status !== 200) throw new FetchRefused(`It responded with status ${status}.`);
    return readCompletion(text);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    log.warn({ reason: error.message }, 'the language model at ai_url failed');
    throw apiError('ai.failed');
  }
}

function readCompletion(text: string): string {
  let given: unknown;
  try {
    given = parseForeignJson(text);
  } catch {
    throw new FetchRefused('Its response is not JSON.');
  }
  const choices = isObject(given) ? given.choices : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(first) ? first.message : undefined;
  const content = isObject(message) ? message.content : undefined;
  if (typeof content !== 'string') throw new FetchRefused('Its response has no message.');
  // Reasoning models put their reasoning first.
  const answer = content.replace(/^\s*<think>.*?<\/think>/s, '');
  const visible = withoutInvisible(answer).trim();
  if (visible === '') throw new FetchRefused('Its response is empty.');
  return visible;
}
