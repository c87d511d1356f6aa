/**
 * Who may call a route outside the API. Operations of the API have a policy, which is checked before their handler; these routes
 * prove it in as many ways as there are kinds, so each declares its kind, and `tests/laws/callers.test.ts` tries what it excludes.
 */
import type { FastifyInstance } from 'fastify';

/** By kind: what a request needs for a response that others do not get. */
export const callerKinds = {
  anyone:
    'Nothing: the response reveals nothing that is not public, such as files of the program, health checks and forms.',
  visitors:
    'Nothing for what spectators may see; for the rest, a session or API key of a user who may see it.',
  signedIn: 'A session or API key of the organization.',
  administrators: 'A session or API key of an administrator of the organization.',
  session: 'A session, in the cookie of a browser.',
  namedKey: 'A named API key of the organization, as bearer token.',
  scimToken: 'A SCIM token of the organization, as bearer token.',
  secret:
    'A secret of this server in the address, the form or a cookie: a link that was sent, or a step of a sign-in.',
  provider: 'What an external service that is configured for the organization has signed or returned.',
  proxy: 'A header of a trusted proxy, which authenticates people.',
  demo: 'Nothing; the route exists only on demo servers.',
  operations: 'What the policy of the requested operation says.',
} as const satisfies Readonly<Record<string, string>>;

export type Callers = keyof typeof callerKinds;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required: a server with a route without it does not start. */
    callers: Callers;
  }
}

/** Applies to the routes that are added later, in plugins too: a server with one that declares nothing does not start. */
export function requireCallers(fastify: FastifyInstance): void {
  const undeclared: string[] = [];
  fastify.addHook('onRoute', ({ method, url, config }) => {
    const { callers } = config ?? {};
    if (callers === undefined || !Object.hasOwn(callerKinds, callers))
      undeclared.push(`${[method].flat().join(', ')} ${url}`);
  });
  fastify.addHook('onReady', (done) => {
    const [first] = undeclared;
    done(
      first === undefined
        ? undefined
        : new Error(`Routes do not declare in their config who may call them: ${undeclared.join('; ')}`),
    );
  });
}
