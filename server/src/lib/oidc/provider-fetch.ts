/**
 * Requests to a provider. An issuer that the operator has named may be on a private network. One that owners of an organization have
 * named, and what documents of a provider name on other hosts, must be public, or in `reachable_networks`.
 */
import type { SignInProvider } from '../config/oidc-config.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';

interface FetchOptions {
  body?: unknown;
  headers: Record<string, string>;
  method: string;
}

const anywhere = '0.0.0.0/0, ::/0';
const timeoutMs = 8000;

/** Of the shape that openid-client and jose take in place of `fetch`. */
export function providerFetch(
  { issuer, isOfOrganization = false }: Pick<SignInProvider, 'issuer' | 'isOfOrganization'>,
  reachable: string | undefined,
) {
  const own = isOfOrganization ? undefined : new URL(issuer).host;
  return async (address: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const text = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined;
    const response = await guardedFetch(address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(text === undefined ? {} : { body: text }),
      reachable: new URL(address).host === own ? anywhere : reachable,
      timeoutMs,
      // A secret or code must not go where a redirect leads.
      mostRedirects: 0,
    });
    const kept = (['content-type', 'www-authenticate', 'date'] as const).flatMap((name) => {
      const value = response.headers[name];
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    return new Response(response.text === '' ? null : response.text, {
      status: response.status,
      headers: kept,
    });
  };
}
