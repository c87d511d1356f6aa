/** The events of a room, as far as they are used. Any field may be absent. */
import { isIn, keysIn } from '../../../lib/objects.ts';
import { repeating, type FieldFates } from '../reading/tally.ts';

export interface Relation {
  rel_type?: string;
  event_id?: string;
  key?: string;
  is_falling_back?: boolean;
  'm.in_reply_to'?: { event_id?: string };
}

export interface PollStart {
  question?: Readonly<Record<string, unknown>> | string;
  answers?: readonly Readonly<Record<string, unknown>>[];
}

export interface Content {
  msgtype?: string;
  body?: string;
  format?: string;
  formatted_body?: string;
  filename?: string;
  displayname?: string;
  membership?: string;
  info?: { size?: number; mimetype?: string };
  geo_uri?: string;
  'm.mentions'?: { user_ids?: unknown; room?: unknown };
  'm.new_content'?: Content;
  'm.relates_to'?: Relation;
  'm.poll'?: PollStart;
  'org.matrix.msc3381.poll.start'?: PollStart;
}

export interface Event {
  event_id?: string;
  type?: string;
  sender?: string;
  origin_server_ts?: number;
  room_id?: string;
  state_key?: string;
  content?: Content;
}

export const eventFields: FieldFates<Event> = {
  event_id: 'read',
  type: 'read',
  sender: 'read',
  origin_server_ts: 'read',
  room_id: 'read',
  state_key: 'read',
  content: 'read',
  ...repeating('unsigned age user_id prev_content replaces_state redacts redacted_because status'),
};

/** What becomes of the fields of a message's content. */
export const contentFields: FieldFates<Content> = {
  msgtype: 'read',
  body: 'read',
  format: 'read',
  formatted_body: 'read',
  filename: 'read',
  displayname: 'read',
  membership: 'read',
  info: 'read',
  geo_uri: 'read',
  'm.mentions': 'read',
  'm.new_content': 'read',
  'm.relates_to': 'read',
  'm.poll': 'read',
  'org.matrix.msc3381.poll.start': 'read',
  ...repeating('url file m.text m.file m.image org.matrix.msc1767.text org.matrix.msc1767.file'),
  ...repeating('org.matrix.msc1767.audio org.matrix.msc3245.voice org.matrix.msc1767.message thumbnail_url'),
  ...repeating('m.location org.matrix.msc3488.asset org.matrix.msc3488.location org.matrix.msc3488.ts'),
  'com.beeper.linkpreviews': { without: 'Previews of links are made here.' },
};

/** Kinds of events besides messages whose content the reader takes, or which the room's channel shows. */
export const knownTypes: ReadonlySet<string> = new Set([
  'm.room.encrypted',
  'm.room.member',
  'm.room.name',
  'm.room.topic',
  'm.room.create',
  'm.reaction',
]);

const pollKeys = {
  'm.poll.start': 'm.poll',
  'org.matrix.msc3381.poll.start': 'org.matrix.msc3381.poll.start',
} as const;

/** The poll that the event begins. */
export function pollIn({ type, content = {} }: Event): PollStart | undefined {
  const key = type !== undefined && isIn(keysIn(pollKeys), type) ? pollKeys[type] : undefined;
  return key === undefined ? undefined : content[key];
}
