/** Reads what the library does not check: responses before it sees them, and what in an assertion ties it to a sign-in. */
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

/** @param text With the assertion in the clear. @throws ProviderResponseError for what no provider sends */
export function refuseUnusual(text: string): void {
  refuseDocumentType(text);
  // SHA-1 can be forged, and no algorithm needs to be written with an entity.
  if (/Algorithm\s*=\s*["'][^"']*(?:sha-?1["']|&)/i.test(text))
    throw new ProviderResponseError('The response is signed with SHA-1');
}

interface Element {
  $?: Readonly<Record<string, string | undefined>>;
  Subject?: { SubjectConfirmation?: { $?: { Method?: string }; SubjectConfirmationData?: Element[] }[] }[];
  Conditions?: Element[];
}

export function signedAssertion(profile: Profile): Element {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Element };
  if (!assertion) throw new ProviderResponseError('The response has no assertion');
  return assertion;
}

export function idOf({ $ }: Element): string {
  const id = $?.ID;
  if (id === undefined) throw new ProviderResponseError('The assertion has no ID');
  return id;
}

/** An assertion for another server, another sign-in, or without an end, proves nothing here. */
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

/** Each once, so that what is signed is what is read. */
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
