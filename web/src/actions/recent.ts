/** Fetching the newest messages of everything that one receives, page by page backwards. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { GetMessagesAnswer } from '../../../wire/messages.ts';
import { failureOf, type ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';

const pageSize = 400;

export type RecentPages = {
  /** From this message on nothing is missing; undefined until the first page is here. */
  readonly oldest: ReadonlySignal<number | undefined>;
  readonly hasAll: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Fetches the newest page, as on opening the screen. */
  refresh(): Promise<ApiFailure | undefined>;
  older(): Promise<ApiFailure | undefined>;
};

const known = new WeakMap<Client, RecentPages>();

/** The same each time for one client, so that the screen opens with what it had. */
export function recentPages(client: Client): RecentPages {
  const pages = known.get(client) ?? makePages(client);
  known.set(client, pages);
  return pages;
}

function makePages(client: Client): RecentPages {
  const { history } = client;
  const first: Signal<number | undefined> = signal(undefined);
  const foundAll = signal(false);
  const held = new Set<number>();
  history.hold(held);
  // What was let go since is missing from here on.
  const oldest = computed(() =>
    first.value === undefined ? undefined : Math.max(first.value, history.forgotten.value + 1),
  );
  const hasAll = computed(() => foundAll.value && oldest.value === first.value);
  const isLoading = signal(false);
  const load = async (range: Record<string, unknown>): Promise<ApiFailure | undefined> => {
    if (isLoading.peek()) return undefined;
    isLoading.value = true;
    try {
      const shape = { apply_markdown: true, allow_empty_topic_name: true, client_gravatar: false };
      const fetched = await client.api.get<GetMessagesAnswer>('/messages', {
        ...range,
        ...shape,
        num_before: pageSize,
        num_after: 0,
      });
      const ids = fetched.messages.map(({ id }) => id);
      for (const id of ids) held.add(id);
      client.live.keep(fetched.messages);
      first.value = ids[0] ?? 0;
      foundAll.value = fetched.found_oldest;
      return undefined;
    } catch (error) {
      return failureOf(error);
    } finally {
      isLoading.value = false;
    }
  };
  return {
    oldest,
    hasAll,
    isLoading,
    async refresh() {
      const before = [...held];
      held.clear();
      const failure = await load({ anchor: 'newest' });
      if (failure === undefined) history.release(before);
      else for (const id of before) held.add(id);
      return failure;
    },
    older: () => load({ anchor: oldest.peek() ?? 'newest', include_anchor: false }),
  };
}
