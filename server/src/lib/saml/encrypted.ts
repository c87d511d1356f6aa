/** Decrypts assertions. The content is not trusted until its signature is verified. */
import { promisify } from 'node:util';
import { ProviderResponseError } from '../oidc/person.ts';
import { parseMessage } from './saml-messages.ts';

const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion';
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

export const isEncrypted = (xml: string): boolean => xml.includes('EncryptedAssertion');

/**
 * @param key This server's private key in PEM.
 * @returns the response with only the decrypted assertion
 * @throws ProviderResponseError
 */
export async function decryptResponse(xml: string, key: string | undefined): Promise<string> {
  if (key === undefined)
    throw new ProviderResponseError('The assertion is encrypted, and this server has no key for it');
  const encrypted = await findEncrypted(xml);
  const { decrypt } = (await import('xml-encryption')).default;
  const options = { key, disallowDecryptionWithInsecureAlgorithm: true, warnInsecureAlgorithm: false };
  try {
    const assertion = await promisify(decrypt)(encrypted, options);
    return `<samlp:Response xmlns:samlp="${protocol}" Version="2.0" ID="_decrypted">${withoutProlog(assertion)}</samlp:Response>`;
  } catch (error) {
    throw new ProviderResponseError('The assertion cannot be decrypted', { cause: error });
  }
}

const withoutProlog = (xml: string): string => xml.replace(/^\s*<\?xml[^>]*\?>/, '');

/** The only encrypted assertion of the response. */
async function findEncrypted(xml: string): Promise<string> {
  const document = await parseMessage(xml);
  const encrypted = document.getElementsByTagNameNS(assertions, 'EncryptedAssertion');
  const [first] = [encrypted[0]];
  if (
    first === undefined ||
    encrypted.length !== 1 ||
    document.getElementsByTagNameNS(assertions, 'Assertion').length > 0
  )
    throw new ProviderResponseError('The response must have one assertion');
  const { XMLSerializer } = await import('@xmldom/xmldom');
  return new XMLSerializer().serializeToString(first);
}
