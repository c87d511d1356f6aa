/** How the client registers: for all that it stores and shows, together with the first messages. */
import type { FirstMessages, RegisterParams } from '../../../wire/events.ts';
import type { RegisterResponse } from '../../../wire/register.ts';
import type { Api } from './api.ts';
import { getTerms, type Narrow } from '../store/narrow/narrow.ts';
import { pageSize, registration } from '../store/registration.ts';

/** What the page opens with. `near` is the message to open at; without it, the first unread one. */
export type FirstPlace = { first?: Narrow | undefined; near?: number | undefined };

export type Registered = {
  response: RegisterResponse;
  /** The response text as received. */
  text: string;
};

const timeoutMs = 60_000;

/**
 * @param first what the response is to include
 * Rejects with `ApiError`.
 */
export async function register(
  api: Api,
  first: FirstMessages | undefined,
  signal?: AbortSignal,
): Promise<Registered> {
  let text = '';
  const options = {
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    onText: (received: string) => (text = received),
  };
  const response = await api.post<RegisterResponse>(
    '/register',
    { ...registrationParams, heddle_messages: first },
    options,
  );
  return { response, text };
}

/** Searches may name users, who are not loaded yet. */
export function firstMessages({ first, near }: FirstPlace): FirstMessages | undefined {
  if (first === undefined || first.kind === 'search') return undefined;
  // The notes to oneself, whose narrow has no other user.
  if (first.kind === 'direct' && first.userIds.length === 0) return undefined;
  const range = { num_before: pageSize, num_after: pageSize };
  return { narrow: [...getTerms(first, 0)], anchor: near ?? 'first_unread', ...range };
}

/** Left out of subscriptions, which would name every channel; the first ping returns everyone's presence. */
const spared: ReadonlySet<string> = new Set(['stream', 'presence']);

/** Long enough that an idle page continues after a break without registering again. */
const idleSeconds = 3600;

/** What the store keeps, and the capabilities of a modern client. */
export const registrationParams: Partial<RegisterParams> = {
  ...registration,
  fetch_event_types: (registration.fetch_event_types ?? []).filter((key) => !spared.has(key)),
  slim_presence: true,
  idle_queue_timeout: idleSeconds,
  // The topics of a thousand channels would be most of the response; they are fetched when a channel is opened.
  include_subscribers: false,
  client_capabilities: {
    ...registration.client_capabilities,
    user_settings_object: true,
    // Users are most of the data of an organization; they are fetched once something is shown.
    heddle_people_later: true,
    // Channels of others are most of the rest of a large one; they are requested once something needs them.
    heddle_channels_later: true,
  },
};
