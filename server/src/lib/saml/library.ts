/**
 * Calls of the SAML library, which is in a process of its own: the work that a response makes, forged ones included, holds nobody
 * else, and is ended after a while. The process is kept for some time, since its start takes longer than most calls.
 */
import type { Profile, SamlConfig } from '@node-saml/node-saml';
import { forkChild } from '../children/children.ts';
import { Places } from '../net/places.ts';
import { ProviderResponseError } from '../oidc/person.ts';
import type { signedAssertion } from './saml-messages.ts';

/** What each call is given, and its result. */
export interface Calls {
  /** A URL at the provider. */
  authorize: { given: { state: string }; result: string };
  /** @throws ProviderResponseError for an invalid response */
  readResponse: {
    given: { encoded: string };
    result: { profile: Profile; assertion: ReturnType<typeof signedAssertion> };
  };
  /** A URL at the provider. */
  signOut: { given: { profile: Profile }; result: string };
  /** @throws ProviderResponseError for an invalid request */
  readLogout: { given: { parameters: Record<string, string>; signed: string }; result: Profile };
  /** A URL at the provider. */
  confirmLogout: { given: { profile: Profile; relayState: string }; result: string };
  /** XML. */
  metadata: { given: { certificate: string | null }; result: string };
}

type CallName = keyof Calls;
type Child = ReturnType<typeof forkChild>;

/** `requestId`: the ID of a request that is made. */
export type LibrarySettings = Omit<SamlConfig, 'validateInResponseTo' | 'generateUniqueId'> & {
  decryptionPvk?: string;
  requestId: string | undefined;
};

export interface LibraryRequest {
  settings: LibrarySettings;
  call: { [Name in CallName]: { name: Name; given: Calls[Name]['given'] } }[CallName];
}

export type LibraryReply =
  | 'ready'
  | { value: unknown }
  | { failure: string; isRefused: boolean; cause?: string };

const heapMebibytes = 128;
const keptMs = 60_000;
const standardLongestMs = 15_000;
/** Starting takes long on a busy machine, regardless of the call. */
const longestStartMs = 60_000;
/** With its message, each that waits takes half a megabyte, and those of one provider delay the others. */
const mostWaiting = { all: 50, provider: 25 };

export class SamlLibrary {
  readonly #longestMs: number;
  #child: Child | undefined;
  #started: Promise<Child> | undefined;
  #keeping: NodeJS.Timeout | undefined;
  readonly #places = new Places(mostWaiting);
  #last: Promise<unknown> = Promise.resolve();

  /** @param longestMs A call that takes longer is ended. */
  constructor(longestMs = standardLongestMs) {
    this.#longestMs = longestMs;
  }

  /** One call at a time. @throws ProviderResponseError for what the provider may not send */
  async call<Name extends CallName>(
    settings: LibrarySettings,
    name: Name,
    given: Calls[Name]['given'],
  ): Promise<Calls[Name]['result']> {
    const leave = this.#places.take({ provider: settings.callbackUrl });
    if (!leave) throw new ProviderResponseError('Too many messages of providers wait');
    const request = { settings, call: { name, given } as LibraryRequest['call'] };
    const asked = this.#last.then(() => this.#ask(request));
    this.#last = asked.catch(() => undefined);
    try {
      // The process is ours, and replies to each call with its result.
      return (await asked) as Calls[Name]['result'];
    } finally {
      leave();
    }
  }

  async #ask(request: LibraryRequest): Promise<unknown> {
    clearTimeout(this.#keeping);
    const child = await (this.#started ??= this.#start());
    keepRunning(child, 'ref');
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const end = (message: string) => {
      this.#stop(child);
      reject(new ProviderResponseError(message));
    };
    const clock = setTimeout(() => end('The message takes too long'), this.#longestMs);
    const onExit = () => end('The message takes too much memory');
    const onMessage = (reply: LibraryReply) => {
      if (reply !== 'ready') settle(reply, resolve, reject);
    };
    child.once('exit', onExit).on('message', onMessage);
    child.send(request, (error) => error && onExit());
    try {
      return await promise;
    } finally {
      clearTimeout(clock);
      child.off('exit', onExit).off('message', onMessage);
      keepRunning(child, 'unref');
      this.#keeping = setTimeout(() => this.#stop(child), keptMs).unref();
    }
  }

  #start(): Promise<Child> {
    const child = forkChild(new URL('./library-process.ts', import.meta.url), { heapMebibytes });
    const { promise, resolve, reject } = Promise.withResolvers<Child>();
    const fail = () => {
      this.#stop(child);
      reject(new Error('The process for SAML messages does not start.'));
    };
    this.#child = child;
    const clock = setTimeout(fail, longestStartMs);
    child.once('message', () => resolve(child));
    // One that ends while nobody waits is replaced by the next call.
    child.once('exit', fail).on('error', fail);
    return promise.finally(() => clearTimeout(clock));
  }

  #stop(child: Child): void {
    child.kill('SIGKILL');
    if (this.#child === child) this.#child = this.#started = undefined;
  }
}

export const samlLibrary = new SamlLibrary();

function settle(
  reply: Exclude<LibraryReply, 'ready'>,
  resolve: (value: unknown) => void,
  reject: (error: Error) => void,
): void {
  if ('value' in reply) return resolve(reply.value);
  const options = reply.cause === undefined ? {} : { cause: new Error(reply.cause) };
  reject(
    reply.isRefused ? new ProviderResponseError(reply.failure, options) : new Error(reply.failure, options),
  );
}

/** A process that is only kept does not keep the server running. */
function keepRunning(child: Child, how: 'ref' | 'unref'): void {
  child[how]();
  child.channel?.[how]();
}
