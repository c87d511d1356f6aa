import { signal, type ReadonlySignal } from '@preact/signals';
import { render } from 'preact';
import type { Event } from '../../../../../wire/events.ts';
import { createApi } from '../../../connection/api.ts';
import { startClient } from '../../../client.ts';
import type { Client } from '../../../connection/client.ts';
import type { OfflineCache } from '../../../connection/offline-cache.ts';
import { noteStorage } from '../../../store/history/server-storage.ts';
import { keepUnread } from '../../../actions/messages/history.ts';
import { followUnreadMarks, keepReadMarks } from '../../../actions/messages/marking-read.ts';
import type { Sync } from '../../../connection/sync.ts';
import { getNames, senderName } from '../../../view/narrow/names.ts';
import type { Beside } from './beside.ts';
import { listenToKeys } from '../../page/keyboard.ts';
import { beginLoadingAhead } from '../../kit/toasts/late.tsx';
import { followLook, recallLook } from './look.ts';
import { recallKeys } from '../../page/own-keys.ts';
import { afterFrame } from '../../page/quiet.ts';
import { goToSignIn } from '../../header/session/session.ts';
import { openOfflineCache } from './offline-cache.ts';
import { listenToLocation, nameAddresses, address } from '../../page/location.ts';
import { followMoves } from '../../conversation/topic/follow.ts';
import { claimLocalData, clearSessionData, followOtherTabs } from '../../header/session/personal-data.ts';
import { useLayoutEffect } from 'preact/hooks';
import { ErrorBoundary } from '../../kit/error-boundary.tsx';
import { Toasts, announce } from '../../kit/toasts/toast.tsx';
import { CardHost } from '../profile-card/card-host.tsx';
import { Frame } from '../frame.tsx';
import { SearchHost } from '../search/host.tsx';
import { ClientContext } from '../../page/client.tsx';
import { ConnectionBar, Waiting } from './waiting.tsx';
import type { Message } from '../../../../../wire/messages.ts';
import type { State } from '../../../store/index.ts';
import { matches, type Narrow } from '../../../store/narrow/narrow.ts';
import { joinNames } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import type { RegisterResponse } from '../../../../../wire/register.ts';
import { firstMessages, type FirstPlace, type Registered } from '../../../connection/register.ts';
import { parseAddress } from '../../../view/narrow/address.ts';
import { hint } from './hint.ts';
import { keepForTab, takeFromClosed } from '../../../store/writing/closed-tabs.ts';
import { outboxKey, type Outbox, type OutboxItem } from '../../../store/writing/outbox.ts';
import { parseStored, tryToStore, type KeyedStorage } from '../../../store/base/storage.ts';
import './first-visit.css';

/** Composes the page, and starts from the cache or a registration; the frame is rendered before the response. */
export function start(): void {
  const client = signal<Client | undefined>(undefined);
  /** Notifications wait until the code is loaded; if loading fails, it is retried with the next one. */
  let beside: Promise<Beside | undefined> | undefined;
  const loadBeside = (ready: Client): Promise<Beside | undefined> =>
    (beside ??= import('./beside.ts').then((m) => m.startBeside(ready)).catch(() => (beside = undefined)));
  recallLook();
  const offlineCache = openOfflineCache();
  const storage = openTabStorage();
  const sync = startClient({
    api: createApi(window.fetch.bind(window), noteStorage),
    storage,
    offlineCache,
    early: takeRegistration(),
    ...firstPlace(),
    newId: () => `${Date.now()}.${crypto.getRandomValues(new Uint32Array(1))[0] ?? 0}`,
    claim: claimLocalData,
    onReady(ready) {
      nameAddresses(getNames(ready.live));
      followLook(ready);
      recallKeys(ready);
      client.value = ready;
      void storage.takeOver(ready.outbox);
      keepReadMarks(ready, window.localStorage);
      keepUnreadLater(ready);
      // The list comes first: on a slow phone, rendering both together takes longer.
      void afterFrame()
        .then(() => loadBeside(ready))
        .then(beginLoadingAhead);
    },
    onEarlierEvents: followEvents,
    onEvents(ready, events) {
      followEvents(ready, events);
      announceArrivals(ready, events);
      const looked = lookedAt();
      void loadBeside(ready).then((other) => other?.onEvents(events, looked));
    },
    onSignedOut(isShown) {
      clearSessionData();
      if (!isShown) goToSignIn();
    },
    onOther: () => window.location.reload(),
  });
  leaveQueue(sync, offlineCache);
  window.addEventListener('online', () => sync.setNetwork(true));
  window.addEventListener('offline', () => sync.setNetwork(false));
  if (!navigator.onLine) sync.setNetwork(false);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sync.retryNow();
  });
  followOtherTabs();
  listenToLocation();
  listenToKeys();
  const root = document.getElementById('app');
  if (root) render(<App client={client} sync={sync} />, root);
}

function followEvents(client: Client, events: readonly Event[]): void {
  followMoves(client, events);
  followUnreadMarks(client, events);
}

const unreadAfterMs = 5000;
const unreadEveryMs = 15 * 60_000;

/** Not with metered connections, nor while something else is awaited. */
function keepUnreadLater(client: Client): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (client.offlineCache === undefined || connection?.saveData === true) return;
  setTimeout(() => void keepUnread(client), unreadAfterMs);
  setInterval(() => void keepUnread(client), unreadEveryMs);
}

/** The next visit continues the state of one tab; the queues of other tabs are deleted. */
function leaveQueue(sync: Sync, offlineCache: OfflineCache | undefined): void {
  let isKept = false;
  void offlineCache?.isOwner.then((isOwner) => (isKept = isOwner));
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted && !isKept) sync.leave();
  });
}

function App({ client, sync }: { client: ReadonlySignal<Client | undefined>; sync: Sync }) {
  const ready = client.value;
  const isStarting = ready === undefined && sync.connection.value.kind === 'starting';
  useLayoutEffect(() => {
    if (!isStarting) endFirstScreen();
  }, [isStarting]);
  return (
    <ErrorBoundary>
      <ClientContext.Provider value={ready}>
        {ready === undefined ? (
          <Waiting sync={sync} bar={<ConnectionBar sync={sync} />} />
        ) : (
          <>
            <Frame bar={<ConnectionBar sync={sync} client={ready} />} />
            <CardHost />
            <SearchHost />
          </>
        )}
        <Toasts />
      </ClientContext.Provider>
    </ErrorBoundary>
  );
}

/** Announces the senders of new messages in the open conversation; those that arrive together are announced together. */
function announceArrivals({ live }: Client, events: readonly Event[]): void {
  const came = arrivals(live.peek(), events);
  if (came.length === 0) return;
  const names = new Set(came.map((message) => senderName(live, message)));
  announce(t('messages.arrived', { count: came.length, names: joinNames([...names]) }));
}

function arrivals(state: State, events: readonly Event[]): Message[] {
  const here = address.peek();
  if (here.screen !== 'narrow') return [];
  const isOfInterest = ({ sender_id: sender }: Message): boolean =>
    sender !== state.own.user_id && !state.personal.mutedUsers.has(sender);
  return events
    .flatMap((event) => (event.type === 'message' ? (state.messages.get(event.message.id) ?? []) : []))
    .filter((message) => isOfInterest(message) && matches(here.narrow, message, state) === true);
}

/** The narrow that the person is looking at; undefined while another window is active. */
function lookedAt(): Narrow | undefined {
  const here = address.peek();
  return document.hasFocus() && here.screen === 'narrow' ? here.narrow : undefined;
}

// Data that the server includes in the page for a browser without a cache (`server/src/pages/first-visit`).

function firstPlace(): FirstPlace {
  const here = parseAddress(window.location.href);
  return here.screen === 'narrow' ? { first: here.narrow, near: here.near } : {};
}

/** The registration from the page, if there is one; returned once. */
function takeRegistration(): Promise<Registered> | undefined {
  const element = document.getElementById('registration');
  element?.remove();
  const text = element?.textContent ?? '';
  if (text === '' || hint.get()) return undefined;
  // The server has put it into the page.
  const response = JSON.parse(text) as RegisterResponse;
  const asked = JSON.stringify(firstMessages(firstPlace()));
  if (element?.dataset.messages !== asked) delete response.heddle_messages;
  return Promise.resolve({ response, text });
}

/** The messages that were rendered by the server: the page replaces them. */
const endFirstScreen = (): void => document.getElementById('first-screen')?.remove();

// What a tab keeps across a reload; unsent messages are stored for all tabs too, so that they outlive the browser.

const tabKey = 'heddle-tab';
const lockPrefix = 'heddle-tab ';

interface TabStorage extends Pick<KeyedStorage, 'getItem' | 'setItem'> {
  /** Sends what closed tabs have left. */
  takeOver(outbox: Outbox): Promise<void>;
}

function openTabStorage(): TabStorage {
  const tab = getTab();
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  // Held while the tab is open, by which other tabs recognize it.
  void locks?.request(lockPrefix + tab, {}, () => new Promise(() => undefined));
  return {
    getItem: (key) => sessionStorage.getItem(key),
    setItem(key, value) {
      tryToStore(sessionStorage, key, value);
      if (locks !== undefined && key === outboxKey)
        keepForTab(localStorage, tab, parseStored<OutboxItem[]>(value, []));
    },
    takeOver: async (outbox) =>
      locks?.request(lockPrefix, {}, async () => {
        const { held = [] } = await locks.query();
        const open = new Set(held.map(({ name = '' }) => name));
        const isOpen = (each: string): boolean => each === tab || open.has(lockPrefix + each);
        outbox.takeOver(takeFromClosed(localStorage, isOpen, Date.now()));
      }),
  };
}

function getTab(): string {
  const known = sessionStorage.getItem(tabKey);
  if (known !== null) return known;
  const made = crypto.getRandomValues(new Uint32Array(2)).join('-');
  tryToStore(sessionStorage, tabKey, made);
  return made;
}
