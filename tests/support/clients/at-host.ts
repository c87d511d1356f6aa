/** Requests that name another host than the one they are sent to, which `fetch` does not do. */
import { request, type IncomingHttpHeaders } from 'node:http';
import { basicAuthorization, encode, type Account, type Json, type Params } from '../client.ts';
import type { World } from '../world.ts';

interface Options {
  /** A form that is posted; a GET without. */
  form?: Params;
  as?: Account;
  method?: string;
  /** Besides those that follow from the rest. */
  headers?: Readonly<Record<string, string>>;
}

interface HostReply {
  status: number;
  headers: IncomingHttpHeaders;
  /** The text of a page is its `msg`, and nothing else. */
  json: Json;
  text: string;
}

/** @param path Of any page, `/api/v1` included where it is one of the API. */
export function atHost(
  world: World,
  host: string,
  path: string,
  { form, as, method = form ? 'POST' : 'GET', headers: further = {} }: Options = {},
): Promise<HostReply> {
  const { hostname, port } = new URL(world.url);
  const { promise, resolve, reject } = Promise.withResolvers<HostReply>();
  const headers = {
    host,
    ...(as ? { authorization: basicAuthorization(as) } : {}),
    ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    ...further,
  };
  const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, json: getJson(text), text }),
    );
  });
  sent.on('error', reject);
  sent.end(form ? encode(form).toString() : undefined);
  return promise;
}

/** Pages are none. */
const getJson = (text: string): Json =>
  text.startsWith('{') ? (JSON.parse(text) as Json) : { result: '', msg: text };
