/** A window as the client needs it: what happy-dom leaves out, and a layout in which everything is in view. */
import { GlobalWindow } from 'happy-dom';
import { isCovered } from './actions.ts';
import { makeMicrophone } from './microphone.ts';
import type { Cookies } from './network.ts';
import { decideSelected } from './select.ts';

export type DomWindow = InstanceType<typeof GlobalWindow>;

/** Each row is as high as this, and a list higher than all of them. */
const rowPx = 40;
const listPx = 100_000;

/** Node's own, which its `fetch` takes. */
const nodes = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'crypto',
  'structuredClone',
  'performance',
  'console',
  'Buffer',
  'process',
  'global',
  'queueMicrotask',
];

const language = new Set(Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Z]/.test(name)));

export interface Shared {
  localStorage?: unknown;
  sessionStorage?: unknown;
  clipboard: string;
  locks: Locks;
}

export function openWindow(url: string, cookies: Cookies, shared: Shared): DomWindow {
  const window = new GlobalWindow({
    url,
    width: 1280,
    height: 720,
  });
  const define = (on: object, name: string, value: unknown): void =>
    void Object.defineProperty(on, name, { configurable: true, writable: true, value });
  shareStorage(window, shared);
  Object.defineProperty(window.document, 'cookie', { configurable: true, get: () => cookies.open() });
  define(window.document, 'hasFocus', () => true);
  define(window, 'isSecureContext', true);
  define(window.navigator, 'locks', shared.locks);
  define(window.navigator, 'clipboard', {
    readText: async () => shared.clipboard,
    writeText: async (text: string) => void (shared.clipboard = text),
  });
  define(window, 'requestIdleCallback', (call: (deadline: unknown) => void) =>
    window.setTimeout(() => call({ timeRemaining: () => 50 })),
  );
  define(window, 'requestAnimationFrame', (call: (at: number) => void) =>
    window.setTimeout(() => call(performance.now())),
  );
  define(window, 'cancelAnimationFrame', (id: never) => window.clearTimeout(id));
  define(window, 'AudioContext', makeAudio());
  const { mediaDevices, MediaRecorder } = makeMicrophone();
  define(window.navigator, 'mediaDevices', mediaDevices);
  define(window, 'MediaRecorder', MediaRecorder);
  define(window, 'Notification', makeNotification());
  define(window, 'matchMedia', (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  layOut(window);
  holdFocus(window);
  decideSelected(window);
  return window;
}

/** Behind a modal dialog nothing takes the focus. */
function holdFocus({ HTMLElement }: DomWindow): void {
  const { prototype } = HTMLElement;
  const { focus } = prototype;
  prototype.focus = function focusUnlessCovered(this: typeof prototype) {
    if (!isCovered(this)) focus.call(this);
  };
}

function shareStorage(window: DomWindow, shared: Shared): void {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    shared[name] ??= window[name];
    Object.defineProperty(window, name, { configurable: true, value: shared[name] });
  }
}

/** Everything is in view, and nothing is cut off. */
function layOut(window: DomWindow): void {
  const isList = (element: unknown): boolean =>
    (element as { classList: DOMTokenList }).classList.contains('virtual-list');
  const { prototype } = window.HTMLElement;
  for (const name of ['offsetHeight', 'clientHeight', 'scrollHeight'])
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: unknown) {
        return isList(this) ? listPx : rowPx;
      },
    });
  for (const name of ['offsetWidth', 'clientWidth', 'scrollWidth'])
    Object.defineProperty(prototype, name, { configurable: true, get: () => 800 });
  Object.defineProperty(prototype, 'getBoundingClientRect', {
    configurable: true,
    value(this: unknown) {
      const height = isList(this) ? listPx : rowPx;
      return new window.DOMRect(0, 0, 800, height);
    },
  });
  // A list whose rows are all in view is never anywhere but at its beginning.
  Object.defineProperty(prototype, 'scrollTo', { configurable: true, value: () => undefined });
  Object.defineProperty(prototype, 'scrollBy', { configurable: true, value: () => undefined });
  Object.defineProperty(prototype, 'scrollIntoView', { configurable: true, value: () => undefined });
}

type Callable = (...values: unknown[]) => unknown;

const functions = [
  'clearTimeout',
  'clearInterval',
  'getComputedStyle',
  'getSelection',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
];

/**
 * The names that a script finds without `window`.
 * @param left when it has happened, the page begins nothing more
 */
export function getGlobals(window: DomWindow, left: AbortSignal): Record<string, unknown> {
  const globals: Record<string, unknown> = {};
  const source = window as unknown as Record<string, unknown>;
  const names = new Set(Object.getOwnPropertyNames(window));
  for (const name of names) {
    const isLanguage = language.has(name) && !isOfPage.test(name);
    if (
      isLanguage ||
      nodes.includes(name) ||
      !/^[\w$]+$/.test(name) ||
      /^(?:undefined|NaN|Infinity|eval)$/.test(name)
    )
      continue;
    globals[name] = source[name];
  }
  for (const name of functions) globals[name] = (source[name] as Callable).bind(window);
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback']) {
    const begin = source[name] as Callable;
    globals[name] = (...values: unknown[]) => (left.aborted ? 0 : begin.apply(window, values));
  }
  return { ...globals, window, self: window, globalThis: window };
}

/** Node has them too, and a page needs its own. */
const isOfPage = /Event|^DOM|^Storage|^Navigator|^MessageChannel|^Performance/;

/** Silent: `AudioContext.tones` has where each tone begins, in Hz. */
function makeAudio() {
  const tones: number[] = [];
  return class {
    static readonly tones = tones;
    readonly state = 'running';
    readonly currentTime = 0;
    readonly destination = {};

    createGain = () => ({ gain: silentParameter, connect: <Node>(node: Node) => node });
    createOscillator = () => {
      let hz = Number.NaN;
      return {
        frequency: { ...silentParameter, setValueAtTime: (value: number) => void (hz = value) },
        connect: <Node>(node: Node) => node,
        start: () => void tones.push(hz),
        stop: () => undefined,
      };
    };
  };
}

const silentParameter = {
  setValueAtTime: () => undefined,
  exponentialRampToValueAtTime: () => undefined,
};

/** Nobody sees what it shows: `Notification.shown` has all of them. */
function makeNotification() {
  const shown: object[] = [];
  return class {
    static permission = 'default';
    static readonly shown = shown;
    static requestPermission = async (): Promise<string> => this.permission;
    readonly title: string;
    readonly body: string;
    onclose?: () => void;
    isClosed = false;

    constructor(title: string, { body }: { body: string }) {
      this.title = title;
      this.body = body;
      shown.push(this);
    }

    close(): void {
      this.isClosed = true;
      this.onclose?.();
    }
  };
}

interface LockOptions {
  ifAvailable?: boolean;
}

type LockWork = (lock: unknown) => Promise<unknown>;

/** As `navigator.locks`, for the pages of one browser. */
export class Locks {
  readonly #held = new Map<string, Promise<unknown>>();

  /** As the browser's: the options may be left out. */
  async request(name: string, ...given: [LockWork] | [LockOptions, LockWork]): Promise<unknown> {
    const [options, work] = given.length === 1 ? [{}, given[0]] : given;
    if (this.#held.has(name)) {
      if (options.ifAvailable === true) return work(null);
      await this.#held.get(name);
    }
    const done = work({ name });
    this.#held.set(name, done);
    try {
      return await done;
    } finally {
      this.#held.delete(name);
    }
  }

  async query(): Promise<{ held: { name: string }[] }> {
    return { held: [...this.#held.keys()].map((name) => ({ name })) };
  }
}
