/** One request to an OpenAI-compatible API for transcripts. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { apiError } from '../../lib/errors.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { valueAt } from '../../lib/json.ts';
import { FetchRefused, guardedFetch } from '../../lib/net/guarded-fetch.ts';
import { withoutInvisible } from '../../lib/text.ts';

export interface Ear {
  url: string;
  model: string;
  apiKey: string | undefined;
}

/** Long, since models on small machines are slow. */
const timeoutMs = 120_000;
const largestBytes = 512 * 1024;

/** Such services go by the ending of a name. The name that the file was given stays here. */
const endings: Readonly<Record<string, string>> = {
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/webm': 'webm',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
};

/** @returns the words without invisible characters; none if there are none @throws ApiError 502 */
export async function requestTranscript(
  log: Logger,
  { url, model, apiKey }: Ear,
  contentType: string,
  content: Buffer,
): Promise<string> {
  const boundary = randomUUID();
  const fields = { model, response_format: 'json' };
  const head = Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const name = `audio.${endings[contentType] ?? 'wav'}`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  try {
    const { status, text } = await guardedFetch(`${url.replace(/\/+$/, '')}/audio/transcriptions`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: Buffer.concat([Buffer.from(head + file), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      // The operator has configured this address, which may be local; redirects are not followed.
      reachable: '0.0.0.0/0, ::/0',
      mostRedirects: 0,
      timeoutMs,
      largestBytes,
    });
    if (status !== 200) throw new FetchRefused(`It responded with status ${status}.`);
    return readTranscript(text);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    log.warn({ reason: error.message }, 'the model at transcript_url failed');
    throw apiError('ai.failed');
  }
}

function readTranscript(text: string): string {
  let words: unknown;
  try {
    words = valueAt(parseForeignJson(text), 'text');
  } catch {
    throw new FetchRefused('Its response is not JSON.');
  }
  if (typeof words !== 'string') throw new FetchRefused('Its response has no text.');
  return withoutInvisible(words).trim();
}
