/** A logout request with the redirect binding: its signature covers the query, so it is verified before anything is decoded. */
import { verify } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { ProviderResponseError } from '../oidc/person.ts';
import { parseMessage } from './saml-messages.ts';

/** Names in the order in which they are signed. */
const signedNames = ['SAMLRequest', 'RelayState', 'SigAlg'] as const;
const names: readonly string[] = [...signedNames, 'Signature'];

/** SHA-1 is broken. */
const algorithm = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-(sha(?:256|384|512))$/;

const longestRequest = 20_000;
/** A logout request has one or two thousand. */
const longestInflated = 100_000;

export interface LogoutQuery {
  parameters: Record<string, string>;
  /** The part of the query that is signed. */
  signed: string;
}

/**
 * @param query The raw query string.
 * @param certificates Of the provider, in PEM.
 * @throws ProviderResponseError unless the provider signed it, and it is XML of a usual size
 */
export async function readSignedQuery(query: string, certificates: readonly string[]): Promise<LogoutQuery> {
  const raw = getRaw(query);
  const parameters = Object.fromEntries([...raw].map(([name, text]) => [name, decodeParameter(text)]));
  const { SAMLRequest: request = '', SigAlg: algorithmUri = '', Signature: signature } = parameters;
  if (request === '' || request.length > longestRequest)
    throw new ProviderResponseError('There is no logout request');
  const [, hash] = algorithm.exec(algorithmUri) ?? [];
  if (signature === undefined || hash === undefined)
    throw new ProviderResponseError('The logout request has no strong signature');
  const signed = signedNames.flatMap((name) => (raw.has(name) ? [`${name}=${raw.get(name)}`] : [])).join('&');
  const [data, bytes] = [Buffer.from(signed), Buffer.from(signature, 'base64')];
  if (!certificates.some((certificate) => verify(hash, data, certificate, bytes)))
    throw new ProviderResponseError('The logout request is not signed by the provider');
  await parseMessage(inflate(request));
  return { parameters, signed };
}

/** Rejects duplicates, so that the signed value is the one that is used. */
function getRaw(query: string): Map<string, string> {
  const raw = new Map<string, string>();
  for (const part of query.split('&')) {
    const name = part.split('=', 1)[0] ?? '';
    if (!names.includes(name)) continue;
    if (raw.has(name)) throw new ProviderResponseError(`${name} is given twice`);
    raw.set(name, part.slice(name.length + 1));
  }
  return raw;
}

function inflate(request: string): string {
  try {
    return inflateRawSync(Buffer.from(request, 'base64'), { maxOutputLength: longestInflated }).toString();
  } catch (error) {
    throw new ProviderResponseError('The logout request is not compressed, or too large', { cause: error });
  }
}

function decodeParameter(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ProviderResponseError('A parameter is not encoded as in addresses');
  }
}
