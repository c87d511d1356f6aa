/** A provider of sign-in in a test that says whatever the test wants, true or not. */
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import type { TestContext } from 'node:test';
import type { SignInProvider } from '../../../server/src/lib/config/oidc-config.ts';

/** The settings of a provider, besides its address and secret. */
export const usualProvider: Omit<SignInProvider, 'issuer' | 'clientSecret'> = {
  id: 'looms',
  kind: 'oidc',
  name: 'Looms',
  iconFile: undefined,
  clientId: 'heddle',
  organizations: undefined,
  scopes: ['openid'],
  trustsEmail: false,
  newAccounts: 'on',
  signsOut: false,
  groupsClaim: 'groups',
  groups: new Map(),
  roles: new Map(),
  teamId: '',
  keyId: '',
};

interface TokenRequest {
  body: URLSearchParams;
  authorization: string | undefined;
}

export class FakeIssuer {
  readonly url: string;
  readonly #key: CryptoKey;
  /** The key that the issuer publishes, for tests that misuse it. */
  readonly publicKey: string;
  readonly keys: { keys: unknown[] };
  /** Added to the discovery document. */
  metadata: Record<string, unknown> = {};
  /** What the token endpoint hands out. */
  idToken = '';
  userinfo: Record<string, unknown> | undefined;
  requests: TokenRequest[] = [];
  isDown = false;
  /** What the token endpoint refuses with. */
  tokenError: [status: number, json: unknown] | undefined;
  /** By how much its clock is late. */
  clockSkewMs = 0;

  constructor(url: string, key: CryptoKey, jwk: Record<string, unknown>) {
    this.url = url;
    this.#key = key;
    this.publicKey = JSON.stringify(jwk);
    this.keys = { keys: [{ ...jwk, kid: 'one', alg: 'RS256', use: 'sig' }] };
  }

  /** An ID token or logout token, valid unless the claims say otherwise. */
  sign(claims: JWTPayload, key: CryptoKey | Uint8Array = this.#key, alg = 'RS256'): Promise<string> {
    return new SignJWT(this.complete(claims)).setProtectedHeader({ alg, kid: 'one' }).sign(key);
  }

  unsigned(claims: JWTPayload): string {
    return new UnsecuredJWT(this.complete(claims)).encode();
  }

  complete(claims: JWTPayload): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.url, aud: 'heddle', iat: now, exp: now + 300, ...claims };
  }

  async respond(request: IncomingMessage): Promise<[status: number, json: unknown]> {
    if (this.isDown) return [503, { error: 'down' }];
    const { pathname } = new URL(request.url ?? '/', this.url);
    if (pathname === '/.well-known/openid-configuration') return [200, this.#discovery()];
    if (pathname === '/jwks') return [200, this.keys];
    if (pathname === '/userinfo') return [200, this.userinfo];
    if (pathname !== '/token') return [404, {}];
    const body = new URLSearchParams(await text(request));
    this.requests.push({ body, authorization: request.headers.authorization });
    if (this.tokenError) return this.tokenError;
    return [200, { access_token: 'access', token_type: 'Bearer', id_token: this.idToken }];
  }

  #discovery(): Record<string, unknown> {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      ...(this.userinfo ? { userinfo_endpoint: `${this.url}/userinfo` } : {}),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.metadata,
    };
  }
}

export async function fakeIssuer(t: TestContext): Promise<FakeIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The issuer does not listen.');
  const issuer = new FakeIssuer(`http://127.0.0.1:${address.port}`, privateKey, { ...jwk });
  server.on('request', (request, response) => {
    void issuer.respond(request).then(([status, json]) => {
      response
        .writeHead(status, {
          'content-type': 'application/json',
          date: new Date(Date.now() - issuer.clockSkewMs).toUTCString(),
        })
        .end(JSON.stringify(json));
    });
  });
  return issuer;
}
