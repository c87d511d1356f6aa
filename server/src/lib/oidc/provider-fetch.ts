/**
 * Requests to a provider. The operator may configure an issuer on a private network. Issuers configured by owners of an organization,
 * and URLs on other hosts in a provider's documents, must be public, or in `reachable_networks`.
 */
import type { SignInProvider } from '../config/oidc-config.ts';
import { isTooComplex, parseForeignJson } from '../json-depth.ts';
import { guardedFetch } from '../net/guarded-fetch.ts';
import { conceal } from '../net/withholding.ts';

interface FetchOptions {
  body?: unknown;
  headers: Record<string, string>;
  method: string;
}

const anywhere = '0.0.0.0/0, ::/0';
const timeoutMs = 8000;
/** Tokens, which are no JSON, have no brackets. */
const deepestDocument = 32;
/** A provider has some dozens of settings and of keys. The library copies them several times. */
const mostFields = 10_000;

/** Compatible with the `fetch` option of openid-client and jose. */
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
      // A secret or code must not be sent to the target of a redirect.
      mostRedirects: 0,
    });
    // The library quotes the errors of a provider, which may repeat what was sent.
    const said = response.status === 200 ? response.text : conceal(response.text, sentSecrets(headers, text));
    if (isTooComplex(response.text, deepestDocument, mostFields))
      throw new Error('The response is nested too deeply, or has too many fields.');
    const kept = (['content-type', 'www-authenticate', 'date'] as const).flatMap(
      (name): [string, string][] => {
        const value = response.headers[name];
        return value === undefined ? [] : [[name, value]];
      },
    );
    // The error of the engine quotes what is no JSON.
    if (/\bjson\b/.test(response.headers['content-type'] ?? '') && said !== '') parseForeignJson(said);
    return new Response(said === '' ? null : said, {
      status: response.status,
      headers: kept,
    });
  };
}

function sentSecrets(headers: Record<string, string>, form: string | undefined): string[] {
  const [, credentials] = new Headers(headers).get('authorization')?.split(' ') ?? [];
  return [
    ...(credentials === undefined ? [] : [credentials]),
    ...secretFields.flatMap((name) => new URLSearchParams(form).getAll(name)),
  ];
}

const secretFields = ['client_secret', 'client_assertion', 'code', 'code_verifier'];
