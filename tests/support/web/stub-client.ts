import type { Api } from '../../../web/src/connection/api.ts';
import type { Client } from '../../../web/src/connection/client.ts';

type ApiParts = Partial<Record<keyof Api, unknown>>;

type ClientParts = Partial<Omit<Client, 'api' | 'outbox' | 'sync'>> & {
  api?: ApiParts;
  outbox?: Partial<Record<keyof Client['outbox'], unknown>>;
  sync?: Partial<Record<keyof Client['sync'], unknown>>;
};

// Building the whole would start a connection; code that uses more than a test has given throws.

/** An API of the web client with only these methods. */
export const stubApi = (parts: ApiParts): Api => parts as unknown as Api;

/** A web client with only these parts. */
export const stubClient = (parts: ClientParts): Client => parts as unknown as Client;
