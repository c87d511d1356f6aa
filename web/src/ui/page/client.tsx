import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { UserSettings } from '../../../../wire/settings.ts';
import type { Client } from '../../connection/client.ts';
import { getEmojiSet } from '../../view/preferences/preferences.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

/** The client; available to every component that is rendered after the first registration. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('There is no client above this component.');
  return client;
}

/** The emoji set that the user chose; characters before the page knows who that is. */
export function useEmojiSet(): UserSettings['emojiset'] {
  const client = useContext(ClientContext);
  return client === undefined ? 'text' : getEmojiSet(client.live);
}
