/** How the client registers: for all that it stores and shows, with the messages that are shown first. */
import type { FirstMessages, RegisterParams } from '../../wire/events.ts';
import type { RegisterResponse } from '../../wire/register.ts';
import type { Api } from './api.ts';
import { getTerms, type Narrow } from './store/messages/narrow.ts';
import { pageSize, registration } from './store/registration.ts';

/** What a visit begins at. `near` is the message to open at; without one the first that is unread. */
export type FirstPlace = { first?: Narrow | undefined; near?: number | undefined };

export type Registered = {
  response: RegisterResponse;
  /** The response as received. */
  text: string;
};

const timeoutMs = 60_000;

/** @param first what the response is to include. Rejects with `ApiError`. */
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

/** Searches name people, who are not known yet. */
export function firstMessages({ first, near }: FirstPlace): FirstMessages | undefined {
  if (first === undefined || first.kind === 'search') return undefined;
  // Nobody's id is that of anyone who has notes to themselves.
  if (first.kind === 'direct' && first.userIds.length === 0) return undefined;
  const range = { num_before: pageSize, num_after: pageSize };
  return { narrow: [...getTerms(first, 0)], anchor: near ?? 'first_unread', ...range };
}

/** The lists of subscriptions name every channel that these would; the response to the first ping has the presence of everyone. */
const spared: ReadonlySet<string> = new Set(['stream', 'presence']);

/** Long enough to come back to after lunch: what a page left behind continues without a registration. */
const idleSeconds = 3600;

/** What the store keeps, and what a modern client takes besides. */
export const registrationParams: Partial<RegisterParams> = {
  ...registration,
  fetch_event_types: (registration.fetch_event_types ?? []).filter((key) => !spared.has(key)),
  slim_presence: true,
  idle_queue_timeout: idleSeconds,
  // Those of a thousand channels would be most of a response: they are fetched for the channel that is opened.
  include_subscribers: false,
  client_capabilities: {
    ...registration.client_capabilities,
    user_settings_object: true,
    // All of them are most of what there is to know of an organization; they come once something is shown.
    heddle_people_later: true,
  },
};
