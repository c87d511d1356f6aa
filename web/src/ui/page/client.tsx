import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../client.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

/** Everything below the page; there for every component that is shown after the first registration. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('There is no client above this component.');
  return client;
}
