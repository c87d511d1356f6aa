/** Checks that the library lacks: on responses before it parses them, and that an assertion belongs to a sign-in. */
import type { Profile } from '@node-saml/node-saml';
import { ProviderResponseError } from '../oidc/person.ts';

const longestResponse = 500_000;

export function readEncoded(encoded: string): string {
  if (encoded === '' || encoded.length > longestResponse)
    throw new ProviderResponseError('There is no response, or one that is too large');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  refuseDocumentType(text);
  return text;
}

function refuseDocumentType(text: string): void {
  if (text.includes('<!DOCTYPE')) throw new ProviderResponseError('The response declares a document type');
}

/** @param text With the decrypted assertion. @throws ProviderResponseError for constructs that no provider uses */
export function refuseUnusual(text: string): void {
  refuseDocumentType(text);
  // SHA-1 is broken, and no algorithm needs an entity.
  if (/Algorithm\s*=\s*["'][^"']*(?:sha-?1["']|&)/i.test(text))
    throw new ProviderResponseError('The response is signed with SHA-1');
}

interface Element {
  $?: Readonly<Record<string, string | undefined>>;
  Subject?: { SubjectConfirmation?: { $?: { Method?: string }; SubjectConfirmationData?: Element[] }[] }[];
  Conditions?: Element[];
}

export function signedAssertion(profile: Profile): Element {
  // The library promises nothing about what it parsed; its signature is valid, and each field that is read may be missing.
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Element };
  if (!assertion) throw new ProviderResponseError('The response has no assertion');
  return assertion;
}

export function readId({ $ }: Element): string {
  const id = $?.ID;
  if (id === undefined) throw new ProviderResponseError('The assertion has no ID');
  return id;
}

/** Rejects an assertion for another server or sign-in, or without an expiry. */
export function checkConfirmation(
  assertion: Element,
  recipient: string,
  requestId: string | undefined,
): void {
  const confirmations = assertion.Subject?.[0]?.SubjectConfirmation ?? [];
  const [data] = confirmations.flatMap(({ SubjectConfirmationData: found }) => found ?? []);
  const [conditions] = assertion.Conditions ?? [];
  if (confirmations.length !== 1 || confirmations[0]?.$?.Method?.endsWith(':bearer') !== true || !data?.$)
    throw new ProviderResponseError('The assertion needs one bearer confirmation');
  if (data.$.NotOnOrAfter === undefined || conditions?.$?.NotOnOrAfter === undefined)
    throw new ProviderResponseError('The assertion has no end');
  if (data.$.Recipient !== recipient)
    throw new ProviderResponseError('The assertion is for another recipient');
  if (data.$.InResponseTo !== requestId)
    throw new ProviderResponseError('The assertion answers another request');
}

const logoutParameters = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'];

/** Rejects duplicates, so that the signed value is the one that is used. */
export function singleParameters(query: string): { parameters: Record<string, string>; signed: string } {
  const parameters: Record<string, string> = {};
  const parts = query.split('&').filter((part) => logoutParameters.includes(part.split('=', 1)[0] ?? ''));
  for (const part of parts) {
    const name = part.split('=', 1)[0] ?? '';
    if (Object.hasOwn(parameters, name)) throw new ProviderResponseError(`${name} is given twice`);
    parameters[name] = decodeParameter(part.slice(name.length + 1));
  }
  if (parameters.SAMLRequest === undefined || parameters.SAMLRequest.length > 20_000)
    throw new ProviderResponseError('There is no logout request');
  return { parameters, signed: parts.join('&') };
}

function decodeParameter(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ProviderResponseError('A parameter is not encoded as in addresses');
  }
}
