/** Requests which messages are the newest after the newest ones were deleted. */
import type { GetMessagesResponse } from '../../../wire/messages.ts';
import type { GetOwnUserResponse } from '../../../wire/users.ts';
import type { Api } from './api.ts';
import { nothingOpen } from '../store/messages/deletion.ts';
import type { Live } from '../store/live.ts';
import { getTerms } from '../store/narrow/narrow.ts';

type FetchContext = { api: Pick<Api, 'get'>; live: Live };

const running = new WeakSet<Live>();

/** Does nothing while all are known. Failed requests are repeated with the next events. */
export async function settleNewest({ api, live }: FetchContext): Promise<void> {
  if (running.has(live)) return;
  running.add(live);
  try {
    while (isOpen(live)) await settleOnce({ api, live });
  } catch {
    // Without a connection or session, which the page reports elsewhere.
  } finally {
    running.delete(live);
  }
}

const isOpen = (live: Live): boolean => {
  const { overall, conversations } = live.peek().openNewest;
  return overall || conversations.size > 0;
};

async function settleOnce({ api, live }: FetchContext): Promise<void> {
  const begun = live.begun.peek();
  const state = live.peek();
  const asked = state.openNewest;
  state.openNewest = nothingOpen();
  try {
    const overall = asked.overall
      ? (await api.get<GetOwnUserResponse>('/users/me')).max_message_id
      : undefined;
    const found = new Map<string, number | undefined>();
    for (const key of asked.conversations) found.set(key, await newestWith({ api, live }, key));
    // A new registration includes all of them.
    if (live.begun.peek() === begun) take(live, overall, found);
  } catch (error) {
    const { openNewest } = live.peek();
    openNewest.overall ||= asked.overall;
    for (const key of asked.conversations) openNewest.conversations.add(key);
    throw error;
  }
}

async function newestWith({ api, live }: FetchContext, key: string): Promise<number | undefined> {
  const userIds = key === '' ? [] : key.split(',').map(Number);
  const narrow = getTerms({ kind: 'direct', userIds }, live.peek().own.user_id);
  const params = { narrow, anchor: 'newest', num_before: 1, num_after: 0, client_gravatar: false };
  return (await api.get<GetMessagesResponse>('/messages', params)).messages.at(-1)?.id;
}

/** Messages that arrived since the request are newer than its response. */
function take(live: Live, overall: number | undefined, found: ReadonlyMap<string, number | undefined>): void {
  live.change(['maxMessageId', 'conversations'], [], (state) => {
    if (overall !== undefined) state.maxMessageId = Math.max(state.maxMessageId, overall);
    for (const [key, newest] of found) {
      const known = state.conversations.get(key);
      if (newest !== undefined) state.conversations.set(key, Math.max(known ?? -1, newest));
    }
  });
}
