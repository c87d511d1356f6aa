/** Requests that name another host than the one they are sent to, which `fetch` does not do. */
import { request } from 'node:http';
import { encode, type Account, type Json, type Params } from './client.ts';
import type { World } from './world.ts';

interface Options {
  /** A form that is posted; a GET without. */
  form?: Params;
  as?: Account;
}

/** @param path Of any page, `/api/v1` included where it is one of the API. */
export function atHost(
  world: World,
  host: string,
  path: string,
  { form, as }: Options = {},
): Promise<{ status: number; json: Json }> {
  const { hostname, port } = new URL(world.url);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; json: Json }>();
  const method = form ? 'POST' : 'GET';
  const headers = {
    host,
    ...(as ? { authorization: `Basic ${Buffer.from(`${as.email}:${as.apiKey}`).toString('base64')}` } : {}),
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  };
  const sent = request({ hostname, port, path, method, headers }, (answer) => {
    let text = '';
    answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, json: jsonOf(text) }));
  });
  sent.on('error', reject);
  sent.end(form ? encode(form).toString() : undefined);
  return promise;
}

/** Pages are none. */
const jsonOf = (text: string): Json =>
  text.startsWith('{') ? (JSON.parse(text) as Json) : { result: '', msg: text };
