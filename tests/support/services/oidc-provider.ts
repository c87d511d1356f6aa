/** A certified OpenID provider (npm `oidc-provider`) on this machine, for the tests of a world. */
import { createServer, type Server } from 'node:http';
import type { TestContext } from 'node:test';
import Provider, { type Configuration } from 'oidc-provider';

export interface OidcPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups?: string[];
}

/** Takes a port first: the provider has to know the world's address, and the world the provider's. */
export class TestOidcProvider {
  readonly #server: Server;
  readonly url: string;
  /** Who is signed in there. */
  person: OidcPerson = { sub: 'd-1', email: 'dan@example.com', email_verified: true, name: 'Dan Ito' };

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(t: TestContext): Promise<TestOidcProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('The provider does not listen.');
    return new TestOidcProvider(server, `http://127.0.0.1:${address.port}`);
  }

  /** Registers the server of a world as a client. */
  serve(worldUrl: string, id: string): void {
    const provider = new Provider(this.url, this.#configure(worldUrl, id));
    provider.use(async (context, next) => {
      if (!context.path.startsWith('/interaction/')) return next();
      // Nobody has to type anything: the person is known.
      await provider.interactionFinished(context.req, context.res, { login: { accountId: this.person.sub } });
      context.respond = false;
      return undefined;
    });
    const respond = provider.callback();
    this.#server.on('request', (request, response) => void respond(request, response));
  }

  #configure(worldUrl: string, id: string): Configuration {
    return {
      clients: [
        {
          client_id: 'heddle',
          client_secret: 's3cret',
          redirect_uris: [`${worldUrl}/complete/${id}/`],
          post_logout_redirect_uris: [`${worldUrl}/login`],
          backchannel_logout_uri: `${worldUrl}/complete/${id}/logout`,
          backchannel_logout_session_required: true,
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      cookies: { keys: ['for tests only'] },
      // Without its guard: the server of the world is on this machine.
      fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      pkce: { required: () => true },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => Promise.resolve({ ...this.person, sub }),
      }),
      // Nobody has to agree to anything either.
      async loadExistingGrant({ oidc }) {
        const { client, session } = oidc;
        if (!client || session?.accountId === undefined) return undefined;
        const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }
}

/** A browser at the provider: follows its redirects until one leads away from it. */
export async function browseProvider(address: string, cookies = new Map<string, string>()): Promise<string> {
  const { origin } = new URL(address);
  let current = address;
  for (let hops = 0; hops < 10 && current.startsWith(origin); hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(current, { headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      throw new Error(`${current} has status ${response.status}: ${await response.text()}`);
    await response.body?.cancel();
    current = new URL(location, current).href;
  }
  return current;
}
