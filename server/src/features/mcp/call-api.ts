/**
 * Calls the API in this process with the caller's key: a tool can do what a request with that key could, and nothing else.
 * Policies, scopes, the key's channel and rate limits apply as to any other request.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../../core/organization/index.ts';
import type { Method } from '../../http/route.ts';
import { parseStored } from '../../lib/json.ts';

const prefix = '/api/v1';

export type Json = Record<string, unknown>;

/**
 * The caller names the type of the response, which is the one that the schema of the endpoint gives it.
 * @throws ApiRefusal where the API responds with an error.
 */
export type CallApi = <Response = Json>(
  method: Method,
  path: string,
  params?: Json,
  headers?: Headers,
) => Promise<Response>;
type Headers = Readonly<Record<string, string>>;

/** An error of the API, which the agent gets to read. */
export class ApiRefusal extends Error {}

export function makeCallApi(
  fastify: FastifyInstance,
  { ip, headers: { host, 'user-agent': userAgent } }: FastifyRequest,
  { me, apiKey }: { me: Principal; apiKey: string },
): CallApi {
  const authorization = `Basic ${Buffer.from(`${me.user.email}:${apiKey}`).toString('base64')}`;
  const common = { host, authorization, 'user-agent': userAgent, 'accept-encoding': 'identity' };
  return async <Response = Json>(
    method: Method,
    path: string,
    params: Json = {},
    headers: Headers = {},
  ): Promise<Response> => {
    const fields = encode(params);
    const isForm = method === 'POST' || method === 'PATCH';
    const response = await fastify.inject({
      method,
      url: `${prefix}${path}${isForm ? '' : `?${fields}`}`,
      remoteAddress: ip,
      headers: {
        ...common,
        ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(isForm && { payload: fields }),
    });
    const json = parseStored<Response & { result: string; msg: string; code?: string }>(response.payload);
    if (json.result !== 'success') throw new ApiRefusal(`${json.code ?? response.statusCode}: ${json.msg}`);
    return json;
  };
}

function encode(params: Json): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return fields.toString();
}
