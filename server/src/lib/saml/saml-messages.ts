/** Checks that the library lacks: on responses before it parses them, and that an assertion belongs to a sign-in. */
import type { Profile } from '@node-saml/node-saml';
import { ProviderResponseError } from '../oidc/person.ts';
import { parseXml, type XmlLimits } from '../xml/xml.ts';

/**
 * Enough for a person in 300 groups, whose response has 400 nodes and up to 1,000 attributes. The library that verifies signatures goes
 * through all of them several times: 100 ms at these limits, in a process of its own.
 */
const limits: XmlLimits = { characters: 300_000, nodes: 500, depth: 40, attributes: 1000 };

/** In base64. */
const longestResponse = (limits.characters * 4) / 3;

/** @throws ProviderResponseError */
export async function readEncoded(encoded: string): Promise<string> {
  if (encoded === '' || encoded.length > longestResponse)
    throw new ProviderResponseError('There is no response, or one that is too large');
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  await parseMessage(text);
  return text;
}

/**
 * Every message is parsed here before the library parses it, which continues after a mistake.
 * @throws ProviderResponseError
 */
export async function parseMessage(text: string): ReturnType<typeof parseXml> {
  try {
    return await parseXml(text, limits);
  } catch (error) {
    throw new ProviderResponseError('The message is not XML, or too large', { cause: error });
  }
}

/** @param text With the decrypted assertion. @throws ProviderResponseError for constructs that no provider uses */
export async function refuseUnusual(text: string): Promise<void> {
  await parseMessage(text);
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
