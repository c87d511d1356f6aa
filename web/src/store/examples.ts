/**
 * A small organization as a registration returns it, for tests: the state is Ann's (7); Ben (8) and Cat (9) are other
 * users.
 */
import { channel, group, subscription, user } from '../../../wire/examples.ts';
import type { EventBody, EventOf } from '../../../wire/events.ts';
import type { EventMessage } from '../../../wire/messages.ts';
import type { RegisterResponse } from '../../../wire/register.ts';
import type { User } from '../../../wire/users.ts';
import { applyEvent, stateFromRegister, type State } from './index.ts';

export const ann = 7;
export const ben = 8;
export const cat = 9;
/** Ann is subscribed to the first channel, unsubscribed from the second, and was never subscribed to the third. */
export const design = 4;
export const former = 5;
export const other = 6;

export const person = (user_id: number, full_name: string): User => ({
  ...user,
  user_id,
  full_name,
  email: `${String(user_id)}@example.com`,
  delivery_email: `${String(user_id)}@example.com`,
});

export const response = (change: Partial<RegisterResponse> = {}): RegisterResponse => ({
  queue_id: 'q',
  last_event_id: -1,
  zulip_version: '12.1',
  zulip_feature_level: 496,
  zulip_merge_base: '12.1',
  heddle_version: '0.1.0',
  idle_queue_timeout_secs: 600,
  user_id: ann,
  email: '7@example.com',
  delivery_email: '7@example.com',
  full_name: 'Ann Abel',
  avatar_source: 'J',
  avatar_url: '/avatar/7',
  avatar_url_medium: '/avatar/7/medium',
  realm_users: [person(ann, 'Ann Abel'), person(ben, 'Ben Bo'), person(cat, 'Cat Cho')],
  realm_non_active_users: [],
  cross_realm_bots: [],
  realm_user_groups: [{ ...group, members: [ann, ben] }],
  streams: [],
  subscriptions: [{ ...subscription, subscriber_count: 2, subscribers: [ann, ben] }],
  unsubscribed: [
    { ...subscription, stream_id: former, name: 'former', subscriber_count: 1, subscribers: [ben] },
  ],
  never_subscribed: [{ ...channel, stream_id: other, name: 'other', subscribers: [] }],
  max_message_id: 90,
  unread_msgs: { count: 0, streams: [], pms: [], huddles: [], mentions: [], old_unreads_missing: false },
  starred_messages: [],
  recent_private_conversations: [],
  realm_name: 'Acme',
  realm_waiting_period_threshold: 0,
  realm_can_create_groups: 3,
  ...change,
});

/** Ann's policies for topics of a channel, by topic. */
export const topicPolicies = (
  stream_id: number,
  policies: Readonly<Record<string, 1 | 2 | 3>>,
): NonNullable<RegisterResponse['user_topics']> =>
  Object.entries(policies).map(([topic_name, visibility_policy]) => ({
    stream_id,
    topic_name,
    last_updated: 1,
    visibility_policy,
  }));

export const start = (change: Partial<RegisterResponse> = {}): State => stateFromRegister(response(change));

export function after(state: State, ...events: EventBody[]): State {
  for (const [id, event] of events.entries()) applyEvent(state, { ...event, id });
  return state;
}

const sent = {
  content: '<p>Hello</p>',
  content_type: 'text/html',
  recipient_id: 21,
  sender_id: ben,
  sender_email: '8@example.com',
  sender_full_name: 'Ben Bo',
  sender_realm_str: '',
  avatar_url: null,
  client: 'web',
  is_me_message: false,
  timestamp: 1_767_323_000,
} as const satisfies Partial<EventMessage>;

type ReceivedEvent = Omit<EventOf<'message'>, 'id'>;

export const inChannel = (
  id: number,
  stream_id: number,
  subject: string,
  flags: ReceivedEvent['flags'] = [],
): ReceivedEvent => ({
  type: 'message',
  message: {
    ...sent,
    topic_links: [],
    reactions: [],
    submessages: [],
    id,
    type: 'stream',
    stream_id,
    subject,
    display_recipient: 'design',
  },
  flags,
});

export const direct = (id: number, people: number[], flags: ReceivedEvent['flags'] = []): ReceivedEvent => ({
  type: 'message',
  message: {
    ...sent,
    topic_links: [],
    reactions: [],
    submessages: [],
    id,
    type: 'private',
    subject: '',
    display_recipient: people.map((person) => ({
      id: person,
      email: `${String(person)}@example.com`,
      full_name: 'x',
      is_mirror_dummy: false,
    })),
  },
  flags,
});

export const flagged = (
  op: 'add' | 'remove',
  flag: 'read' | 'starred',
  messages: number[],
  rest: {
    all?: boolean;
    message_details?: (EventOf<'update_message_flags'> & { op: 'remove' })['message_details'];
  } = {},
): EventBody => {
  const common = { type: 'update_message_flags', flag, messages, all: rest.all ?? false } as const;
  if (op === 'add') return { ...common, op, operation: op };
  const { message_details } = rest;
  return { ...common, op, operation: op, ...(message_details === undefined ? {} : { message_details }) };
};
