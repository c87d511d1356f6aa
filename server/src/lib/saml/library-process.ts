/** The child process that has the SAML library, which goes through a message several times before it knows that it was forged. */
import type { Profile, SAML, SamlConfig } from '@node-saml/node-saml';
import { endWithServer } from '../children/end-with-server.ts';
import { ProviderResponseError } from '../oidc/person.ts';
import { errorMessage } from '../thrown.ts';
import { decryptResponse, isEncrypted } from './encrypted.ts';
import { readEncoded, refuseUnusual, signedAssertion } from './saml-messages.ts';
import type { Calls, LibraryReply, LibraryRequest } from './library.ts';

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
