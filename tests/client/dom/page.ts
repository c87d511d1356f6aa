/** A page of the web client, or of the server, in a window without a browser. Its names are those of the browser tests. */
import { compileFunction } from 'node:vm';
import type { Element, HTMLElement, HTMLFormElement, HTMLInputElement } from 'happy-dom';
import { getFocusable, dispatch } from './actions.ts';
import { Files, type Chooser, type Download } from './files.ts';
import { Keyboard } from './keyboard.ts';
import { Locator, timeoutMs, waitUntil } from './locator.ts';
import type { Browser } from './browser.ts';
import { getFirst, fits, PageNetwork, type PageRequest, type PageResponse, type Route } from './network.ts';
import { as, isHidden, getName, type RoleOptions } from './roles.ts';
import { runScript } from './script.ts';
import { getGlobals, openWindow, type DomWindow } from './window.ts';
import { makeXhr } from './xhr.ts';

interface Entry {
  url: string;
  state: unknown;
  /** The load of the page that it belongs to: going to one of another loads it. */
  load: number;
}

export class Page {
  readonly #browser: Browser;
  readonly keyboard = new Keyboard(this);
  window: DomWindow;
  #traffic: PageNetwork;
  #globals: Record<string, unknown> = {};
  #entries: Entry[] = [];
  #at = -1;
  #loads = 0;
  #value: { element: Element; text: string } | undefined;
  readonly #files = new Files(this);
  #loading: Promise<unknown> = Promise.resolve();

  constructor(browser: Browser) {
    this.#browser = browser;
    this.#traffic = new PageNetwork(browser.network);
    this.window = openWindow('about:blank', browser.network.cookies, browser.shared);
  }

  context(): Browser {
    return this.#browser;
  }

  url(): string {
    return this.#entries[this.#at]?.url ?? 'about:blank';
  }

  /** Lets the page do what it does at once: draw, and take in what has come. */
  async turn(): Promise<void> {
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 1));
    await this.#loading;
  }

  async goto(path: string): Promise<void> {
    await this.#load(new URL(path, this.#browser.network.base).href, 'push');
  }

  async reload(): Promise<void> {
    await this.#load(this.url(), 'replace');
  }

  async goBack(): Promise<void> {
    await this.#go(-1);
  }

  async goForward(): Promise<void> {
    await this.#go(1);
  }

  async #go(step: number): Promise<void> {
    await this.turn();
    await this.#travel(step);
    await this.turn();
  }

  async #travel(step: number): Promise<void> {
    const to = this.#entries[this.#at + step];
    if (to === undefined) return;
    this.#at += step;
    if (to.load !== this.#loads) {
      await this.#load(to.url, 'replace');
      return;
    }
    this.#show(to.url);
    const { PopStateEvent } = this.window as unknown as { PopStateEvent?: typeof globalThis.PopStateEvent };
    const event = PopStateEvent
      ? new PopStateEvent('popstate', { state: to.state })
      : new this.window.Event('popstate');
    this.window.dispatchEvent(event as never);
  }

  #show(url: string): void {
    this.window.happyDOM.setURL(url);
  }

  #enter(url: string, state: unknown, how: 'push' | 'replace'): void {
    const entry = { url, state, load: this.#loads };
    if (how === 'push') this.#entries.splice(++this.#at, Infinity, entry);
    else this.#entries[Math.max(0, (this.#at = Math.max(0, this.#at)))] = entry;
  }

  /** Loads a page of the server, following where it leads. */
  async #load(to: string, how: 'push' | 'replace', init: RequestInit = {}): Promise<void> {
    const loading = this.#fetchAndShow(to, how, init);
    this.#loading = loading.catch(() => undefined);
    await loading;
  }

  async #fetchAndShow(to: string, how: 'push' | 'replace', init: RequestInit): Promise<void> {
    this.leave();
    let url = to;
    let response = url.startsWith('about:')
      ? undefined
      : await this.#browser.network.send(url, pageInit(init));
    for (let hops = 0; hops < 5 && response?.headers.has('location'); hops++) {
      url = new URL(response.headers.get('location') ?? '', url).href;
      response = await this.#browser.network.send(url, pageInit());
    }
    const isPage = response?.headers.get('content-type')?.startsWith('text/html') === true;
    const html = isPage ? await response!.text() : '';
    if (response && !isPage) await response.body?.cancel();
    this.#loads++;
    // What comes again keeps what was said of it.
    const state = how === 'replace' && url === this.url() ? this.#entries[this.#at]?.state : null;
    this.#enter(url, state ?? null, how);
    this.#open(url, html);
    if (html.includes('id="app"')) await this.#run();
    else this.#listenToForms();
  }

  #open(url: string, html: string): void {
    const { network, shared } = this.#browser;
    this.#traffic = this.#traffic.next();
    this.window = openWindow(url, network.cookies, shared);
    const { document } = this.window;
    const parsed = new this.window.DOMParser().parseFromString(html, 'text/html');
    document.body.innerHTML = parsed.body.innerHTML;
    document.title = parsed.title;
    document.head.innerHTML = parsed.querySelector('link[rel=icon]')?.outerHTML ?? '';
    this.#replaceHistory();
    this.#replaceLocation();
    this.#files.watch(this.window);
    const fetchHere = this.#traffic.fetch.bind(this.#traffic);
    Object.defineProperty(this.window, 'fetch', { configurable: true, value: fetchHere });
    document.addEventListener('submit', () => this.commit(document.activeElement));
    Object.defineProperty(this.window.navigator, 'onLine', { configurable: true, value: !network.isOffline });
    const globals = getGlobals(this.window, this.#traffic.left);
    this.#globals = { ...globals, fetch: fetchHere, XMLHttpRequest: makeXhr(fetchHere) };
  }

  async #run(): Promise<void> {
    const traffic = this.#traffic;
    for (const script of this.#scripts) this.#evaluate(script);
    await runScript(this.#globals, async (name) => {
      const isThere = await traffic.fetchScript(name);
      if (!isThere) throw new TypeError(`${name} cannot be fetched`);
    });
  }

  readonly #scripts: string[] = [];

  /** Runs before the client does, from the next load on. */
  async addInitScript(script: string): Promise<void> {
    this.#scripts.push(script);
  }

  #replaceHistory(): void {
    const state = (): unknown => this.#entries[this.#at]?.state ?? null;
    const length = (): number => this.#entries.length;
    const change = (how: 'push' | 'replace') => (given: unknown, _title: string, path?: string) => {
      const url = path === undefined ? this.url() : new URL(path, this.url()).href;
      this.#enter(url, given, how);
      this.#show(url);
    };
    const go = (step: number) => () => void setTimeout(() => void this.#travel(step), 1);
    const history = {
      get state() {
        return state();
      },
      get length() {
        return length();
      },
      pushState: change('push'),
      replaceState: change('replace'),
      back: go(-1),
      forward: go(1),
      go: (step: number) => go(step)(),
    };
    Object.defineProperty(this.window, 'history', { configurable: true, value: history });
  }

  /** Going elsewhere loads that page, in another window. */
  #replaceLocation(): void {
    const go = (how: 'push' | 'replace') => (to: string) =>
      void this.#load(new URL(to, this.url()).href, how).catch((error: unknown) =>
        this.#browser.complaints.push(String(error)),
      );
    const read = () => new URL(this.url());
    const location = {
      assign: go('push'),
      replace: go('replace'),
      reload: () => go('replace')(this.url()),
      toString: () => this.url(),
    };
    for (const name of [
      'href',
      'origin',
      'host',
      'hostname',
      'port',
      'protocol',
      'pathname',
      'search',
      'hash',
    ] as const)
      Object.defineProperty(location, name, { get: () => read()[name], set: go('push') });
    Object.defineProperty(this.window, 'location', { configurable: true, value: location });
  }

  #listenToForms(): void {
    this.window.document.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      const form = event.target as unknown as HTMLFormElement;
      const fields = new URLSearchParams();
      for (const field of form.querySelectorAll('input[name], select[name], textarea[name]')) {
        const input = as<HTMLInputElement>(field);
        const isOff = /^(?:checkbox|radio)$/.test(input.type) && !input.checked;
        if (!isOff) fields.append(input.name, input.value);
      }
      const to = new URL(form.getAttribute('action') ?? this.url(), this.url()).href;
      void this.#load(to, 'push', { method: 'POST', body: fields });
    });
  }

  /** A link that no script has taken. */
  follow(link: Element): void {
    const href = link.getAttribute('href') ?? '';
    if (href === '' || href.startsWith('#') || link.hasAttribute('download')) return;
    if (link.getAttribute('target') !== '_blank') void this.#load(new URL(href, this.url()).href, 'push');
  }

  /** What a page does when it is left. */
  leave(): void {
    const { window } = this;
    const event = new window.Event('pagehide');
    Object.defineProperty(event, 'persisted', { value: false });
    window.dispatchEvent(event);
    this.#traffic.close();
    // What it was doing is aborted, and has nobody to report to.
    window.happyDOM.close().catch(() => undefined);
  }

  focus(element: HTMLElement | Element): void {
    const { document } = this.window;
    if (document.activeElement !== (element as never)) {
      this.commit(document.activeElement);
      (getFocusable(element) ?? (element as HTMLElement)).focus();
    } else if (this.#value?.element === element) return;
    this.#value = { element: element, text: (element as HTMLInputElement).value };
  }

  blur(element: HTMLElement | Element): void {
    this.commit(element);
    (element as HTMLElement).blur();
  }

  /** A field that loses focus fires its change event. */
  commit(element: Element | null): void {
    const before = this.#value;
    if (before?.element !== element) return;
    const { value } = element as unknown as HTMLInputElement;
    if (element.matches('input, textarea') && value !== before.text && element.isConnected) {
      this.#value = { element, text: value };
      dispatch(element, 'change');
    }
  }

  async waitForEvent(name: 'filechooser'): Promise<Chooser>;
  async waitForEvent(name: 'download'): Promise<Download>;
  async waitForEvent(name: 'filechooser' | 'download'): Promise<unknown> {
    return name === 'download' ? this.#files.waitForDownload() : this.#files.waitForChooser();
  }

  async evaluate<T>(what: string | (() => T)): Promise<T> {
    const result = await (this.#evaluate(typeof what === 'string' ? what : `(${String(what)})()`) as T);
    await this.turn();
    return result;
  }

  #evaluate(code: string): unknown {
    const names = Object.keys(this.#globals);
    const run = compileFunction('return eval(code)', [...names, 'code']) as (...values: unknown[]) => unknown;
    return run(...Object.values(this.#globals), code);
  }

  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    this.window.happyDOM.setViewport({ width, height });
    await this.turn();
  }

  async title(): Promise<string> {
    return this.window.document.title;
  }

  async route(
    pattern: string | RegExp,
    handler: (route: Route) => unknown,
    { times = Infinity } = {},
  ): Promise<void> {
    this.#traffic.route(pattern, handler, times);
  }

  async unroute(pattern: string | RegExp): Promise<void> {
    this.#traffic.unroute(pattern);
  }

  async unrouteAll(): Promise<void> {
    this.#traffic.unroute();
  }

  on(_event: 'request', see: (asked: PageRequest) => void): void {
    this.#traffic.watch(see);
  }

  waitForRequest(isIt: (asked: PageRequest) => boolean): Promise<PageRequest> {
    return getFirst<PageRequest>((see) => this.#traffic.watch(see), isIt, timeoutMs);
  }

  waitForResponse(isIt: (received: PageResponse) => boolean | Promise<boolean>): Promise<PageResponse> {
    return getFirst<PageResponse>((see) => this.#traffic.receive(see), isIt, timeoutMs);
  }

  async waitForURL(wanted: string | RegExp): Promise<void> {
    await waitUntil(`the page is at ${String(wanted)}`, () => fits(wanted, this.url()), this);
    await this.turn();
  }

  get #root(): Locator {
    return new Locator(this, () => [this.window.document.body], '');
  }

  getByRole = (role: string, options: RoleOptions = {}): Locator => this.#root.getByRole(role, options);
  getByText = (text: string | RegExp, options: { exact?: boolean } = {}): Locator =>
    this.#root.getByText(text, options);
  getByLabel = (text: string | RegExp, options: { exact?: boolean } = {}): Locator =>
    this.#root.getByLabel(text, options);
  getByPlaceholder = (text: string): Locator => this.#root.getByPlaceholder(text);
  locator = (css: string, filter: { hasText?: string | RegExp } = {}): Locator =>
    this.#root.locator(css, filter);

  /** Helps to see why a test failed. */
  describe(): string {
    const said = [
      ...this.window.document.querySelectorAll(
        'h1, h2, button, a, [role], article, dialog, input, textarea, select',
      ),
    ];
    const lines = said
      .filter((one) => !isHidden(one))
      .map((one) => `${one.getAttribute('role') ?? one.tagName.toLowerCase()}: ${getName(one).slice(0, 80)}`);
    return `${this.url()}\n${lines.join('\n').slice(0, 6000)}`;
  }
}

const pageInit = (init: RequestInit = {}): RequestInit => ({
  ...init,
  headers: {
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'same-origin',
  },
});
