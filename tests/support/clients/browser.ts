/** A browser in a test: keeps the session cookie, and says what a page of the web client would say. */
import { startSession } from '../../../server/src/core/sessions/rows.ts';
import { Client, type Reply } from '../client.ts';
import type { Name, World } from '../world.ts';

export class BrowserClient extends Client {
  cookie: string | undefined;
  /** What every request has besides the cookie. */
  headers: Record<string, string>;

  constructor(
    url: string,
    cookie?: string,
    headers: Record<string, string> = { 'x-heddle-client': 'web', 'sec-fetch-site': 'same-origin' },
  ) {
    super(url);
    this.cookie = cookie;
    this.headers = headers;
  }

  /** The same session, asked in with other headers. */
  with(headers: Record<string, string>): BrowserClient {
    return new BrowserClient(this.url, this.cookie, headers);
  }

  override async send(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(this.headers)) headers.set(name, value);
    if (this.cookie !== undefined) headers.set('cookie', this.cookie);
    const reply = await super.send(method, path, { ...init, headers });
    for (const line of reply.headers.getSetCookie())
      if (line.includes('heddle_session=')) this.cookie = getCookie(line);
    return reply;
  }
}

/** `name=value` as it goes back; `undefined` for a cookie that is taken away. */
export function getCookie(line: string): string | undefined {
  return /;\s*Max-Age=0(?:;|$)/i.test(line) ? undefined : line.split(';', 1)[0];
}

/** Someone in a browser, signed in without their password. */
export const getBrowser = (
  world: World,
  who: Name | { orgId: number; userId: number },
  userAgent?: string,
): Promise<BrowserClient> =>
  openBrowser(
    world,
    typeof who === 'string' ? { orgId: world.orgId, userId: world.people[who].id } : who,
    userAgent,
  );

export async function openBrowser(
  world: Pick<World, 'url' | 'app'>,
  account: { orgId: number; userId: number },
  userAgent = 'Test browser',
): Promise<BrowserClient> {
  const client = new BrowserClient(world.url);
  await startSession(
    world.app,
    {
      token: undefined,
      userAgent,
      address: '127.0.0.1',
      isMarked: false,
      getDevice: () => 'device',
      keep: (token) => (client.cookie = `heddle_session=${token ?? ''}`),
      refuseForeignPage: () => undefined,
      refuseForeign: () => undefined,
    },
    account,
  );
  return client;
}
