/** The part of the library that the tests use; it brings no types of its own. */
declare module 'zulip-js' {
  export interface Config {
    realm: string;
    username: string;
    password?: string;
    apiKey?: string;
  }

  export type Call = (...args: unknown[]) => Promise<unknown>;

  /** Functions in nested objects: `streams.subscriptions.retrieve`. */
  export interface Calls {
    [name: string]: Call | Calls;
  }

  export type Zulip = Calls & {
    config: Required<Config>;
    callOnEachEvent(callback: (event: unknown) => void, eventTypes?: string[]): Promise<never>;
  };

  export default function zulip(config: Config | { zuliprc: string }): Promise<Zulip>;
}
