/** Fetches the newest received messages, page by page backwards. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { getFailure, type ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';

const shape = {
  num_before: 400,
  num_after: 0,
  apply_markdown: true,
  allow_empty_topic_name: true,
  client_gravatar: false,
};

export type RecentPages = {
  /** No messages are missing after this one; undefined until the first page is loaded. */
  readonly oldest: ReadonlySignal<number | undefined>;
  readonly hasAll: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Fetches the newest page. Concurrent callers share the request, unless its response may lack something. */
  refresh(): Promise<ApiFailure | undefined>;
  /** Fetches the next older page; does nothing while a page is being fetched. */
  older(): Promise<ApiFailure | undefined>;
};

const known = new WeakMap<Client, RecentPages>();

/** One per client, so that the screen opens with the pages that it had. */
export function recentPages(client: Client): RecentPages {
  const pages = known.get(client) ?? makePages(client);
  known.set(client, pages);
  return pages;
}

function makePages(client: Client): RecentPages {
  const { api, history, live } = client;
  const first: Signal<number | undefined> = signal(undefined);
  const foundAll = signal(false);
  const held = new Set<number>();
  history.hold(held);
  // Messages that have been evicted since then are missing.
  const oldest = computed(() =>
    first.value === undefined ? undefined : Math.max(first.value, history.newestEvicted.value + 1),
  );
  const hasAll = computed(() => foundAll.value && oldest.value === first.value);
  const isLoading = signal(false);
  let running: Promise<ApiFailure | undefined> | undefined;
  let newest: { begun: unknown; response: Promise<ApiFailure | undefined> } | undefined;
  const load = async (range: Record<string, unknown>): Promise<ApiFailure | undefined> => {
    isLoading.value = true;
    try {
      const fetched = await api.get<GetMessagesResponse>('/messages', { ...range, ...shape });
      const ids = fetched.messages.map(({ id }) => id);
      for (const id of ids) held.add(id);
      live.keep(fetched.messages);
      first.value = ids[0] ?? 0;
      foundAll.value = fetched.found_oldest;
      return undefined;
    } catch (error) {
      return getFailure(error);
    } finally {
      isLoading.value = false;
    }
  };
  const fetchNewest = async (before: typeof running): Promise<ApiFailure | undefined> => {
    await before;
    const shown = [...held];
    held.clear();
    const failure = await load({ anchor: 'newest' });
    if (failure === undefined) history.release(shown);
    else for (const id of shown) held.add(id);
    return failure;
  };
  return {
    oldest,
    hasAll,
    isLoading,
    refresh() {
      const begun = live.begun.peek();
      if (newest?.begun === begun) return newest.response;
      const response = fetchNewest(running).finally(() => {
        if (newest?.response === response) newest = undefined;
      });
      running = response;
      newest = { begun, response };
      return response;
    },
    async older() {
      if (isLoading.peek()) return undefined;
      running = load({ anchor: oldest.peek() ?? 'newest', include_anchor: false });
      return running;
    },
  };
}
