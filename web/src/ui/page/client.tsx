import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../client.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

/** The client; available to every component that is rendered after the first registration. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('There is no client above this component.');
  return client;
}
