/** The child process that has the SAML library, which goes through a message several times before it knows that it was forged. */
import type { Profile, SAML, SamlConfig } from '@node-saml/node-saml';
import { endWithServer } from '../children/end-with-server.ts';
import { ProviderResponseError } from '../oidc/person.ts';
import { errorMessage } from '../thrown.ts';
import { readEncoded, refuseUnusual, signedAssertion, parseMessage } from './saml-messages.ts';
import type { Calls, LibraryReply, LibraryRequest } from './library.ts';
import { promisify } from 'node:util';

async function makeClient({ requestId, ...config }: LibraryRequest['settings']): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  const all: SamlConfig = {
    ...config,
    // Checked by `checkConfirmation`, in the signed content.
    validateInResponseTo: ValidateInResponseTo.never,
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
  };
  return new SAML(all);
}

async function readResponse(saml: SAML, encoded: string, key: string | undefined) {
  const text = await readEncoded(encoded);
  const isSealed = isEncrypted(text);
  // Encrypted assertions are checked after decryption, like others.
  const xml = isSealed ? await decryptResponse(text, key) : text;
  await refuseUnusual(xml);
  const response = { SAMLResponse: isSealed ? Buffer.from(xml).toString('base64') : encoded };
  const { profile } = await refusing(() => saml.validatePostResponseAsync(response));
  if (!profile) throw new ProviderResponseError('The response has no assertion');
  return { profile, assertion: signedAssertion(profile) };
}

async function readLogout(
  saml: SAML,
  { parameters, signed }: Calls['readLogout']['given'],
): Promise<Profile> {
  const { profile } = await refusing(() => saml.validateRedirectAsync(parameters, signed));
  if (!profile) throw new ProviderResponseError('The logout request names nobody');
  return profile;
}

async function reply({ settings, call }: LibraryRequest): Promise<unknown> {
  const saml = await makeClient(settings);
  switch (call.name) {
    case 'authorize':
      return saml.getAuthorizeUrlAsync(call.given.state, undefined, {});
    case 'readResponse':
      return readResponse(saml, call.given.encoded, settings.decryptionPvk);
    case 'signOut':
      return saml.getLogoutUrlAsync(call.given.profile, '', {});
    case 'readLogout':
      return readLogout(saml, call.given);
    case 'confirmLogout':
      return saml.getLogoutResponseUrlAsync(call.given.profile, call.given.relayState, {}, true);
    case 'metadata':
      return saml.generateServiceProviderMetadata(call.given.certificate, call.given.certificate);
  }
}

async function refusing<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    throw new ProviderResponseError('The response is not valid', { cause: error });
  }
}

const send = (message: LibraryReply) => void process.send?.(message);

process.on('message', (request: LibraryRequest) => {
  void reply(request).then(
    (value) => send({ value }),
    (error: unknown) =>
      send({
        failure: errorMessage(error),
        isRefused: error instanceof ProviderResponseError,
        ...(error instanceof Error && error.cause !== undefined && { cause: errorMessage(error.cause) }),
      }),
  );
});
endWithServer();
send('ready');

// Decrypts assertions. The content is not trusted until its signature is verified.

const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion';
const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';

const isEncrypted = (xml: string): boolean => xml.includes('EncryptedAssertion');

/**
 * @param key This server's private key in PEM.
 * @returns the response with only the decrypted assertion
 * @throws ProviderResponseError
 */
async function decryptResponse(xml: string, key: string | undefined): Promise<string> {
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
