/** Apple requires client secrets that are short-lived tokens signed by the developer's private key. */
import type { ClientAuth } from 'openid-client';
import type { SignInProvider } from '../config/oidc-config.ts';

type AppleSettings = Pick<SignInProvider, 'clientId' | 'clientSecret' | 'teamId' | 'keyId'>;

export const appleClientAuth =
  (settings: AppleSettings): ClientAuth =>
  async (_server, _client, body) => {
    body.set('client_id', settings.clientId);
    body.set('client_secret', await signSecret(settings));
  };

async function signSecret({ clientId, clientSecret, teamId, keyId }: AppleSettings): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose');
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('5 minutes')
    .sign(await importPKCS8(clientSecret, 'ES256'));
}
