import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { createApi } from '../../api.ts';
import { startClient, type Client } from '../../client.ts';
import { namesOf } from '../../view/names.ts';
import { preference, themeOf } from '../../view/preferences.ts';
import { setLanguage } from '../../view/text.ts';
import { announceArrivals } from '../messages/announce.ts';
import type { Notices } from '../notices/notices.ts';
import { App } from './app.tsx';
import { listenToKeys } from './keyboard.ts';
import { tellPresence } from './presence.ts';
import { listenToLocation, nameAddresses } from './location.ts';

/** Puts the page together and begins to register; the frame is there before the answer is. */
export function start(): void {
  const client = signal<Client | undefined>(undefined);
  let notices: Notices | undefined;
  const sync = startClient({
    api: createApi(window.fetch.bind(window)),
    storage: window.sessionStorage,
    newId: () => `${Date.now()}.${crypto.getRandomValues(new Uint32Array(1))[0] ?? 0}`,
    onReady(ready) {
      nameAddresses(namesOf(ready.live));
      followPreferences(ready);
      tellPresence(ready);
      client.value = ready;
      // Nobody waits for it: it is fetched when the page is there.
      void import('../notices/notices.ts').then((m) => (notices = m.startNotices(ready)));
    },
    onEvents(ready, events) {
      announceArrivals(ready, events);
      notices?.hear(events);
    },
  });
  window.addEventListener('online', () => sync.setNetwork(true));
  window.addEventListener('offline', () => sync.setNetwork(false));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sync.retryNow();
  });
  listenToLocation();
  listenToKeys();
  const root = document.getElementById('app');
  if (root) render(<App client={client} sync={sync} />, root);
}

/** Theme, size of text and language, now and whenever they change. */
function followPreferences({ live }: Client): void {
  const root = document.documentElement;
  effect(() => {
    const theme = themeOf(live);
    if (theme === 'automatic') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.style.fontSize = `${preference(live, 'web_font_size_px') ?? 16}px`;
    const language = preference(live, 'default_language') ?? 'en';
    root.lang = language;
    void setLanguage(language);
  });
}
