/** A browser in a test that opens pages, keeps all cookies of this server, and stops at every redirect. */
import type { World } from '../world.ts';

interface VisitedPage {
  status: number;
  text: string;
  headers: Headers;
  /** Where it redirects; '' if it does not. */
  location: string;
}

export class Visitor {
  readonly world: World;
  readonly cookies = new Map<string, string>();
  headers: Record<string, string> = {};

  constructor(world: World) {
    this.world = world;
  }

  async open(path: string, init: RequestInit = {}): Promise<VisitedPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.headers, ...(cookie === '' ? {} : { cookie }), ...(init.headers as object) };
    const response = await fetch(this.world.url + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location') ?? '';
    return { status: response.status, text: await response.text(), headers: response.headers, location };
  }

  /** As the redirect of a provider opens it. */
  comeBack(path: string): Promise<VisitedPage> {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    return this.open(path, { headers });
  }

  /** Who is signed in here; `undefined` for nobody. */
  async whoAmI(): Promise<number | undefined> {
    const headers = { 'x-heddle-client': 'web', 'sec-fetch-site': 'same-origin' };
    const { status, text } = await this.open('/api/v1/users/me', { headers });
    return status === 200 ? (JSON.parse(text) as { user_id: number }).user_id : undefined;
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';', 1);
    const equals = pair.indexOf('=');
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    if (/;\s*Max-Age=0(?:;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
