/** The text of a message for spectators. */
import { type Language, dateLocale, textsIn } from '../../lib/i18n/i18n.ts';
import { standaloneHtml, type StandaloneContext } from '../../lib/markdown/standalone/standalone.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { OrganizationCache, Channel } from '../organization/index.ts';
import { publicName } from './names.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import type { PublicMessage, PublicTopic } from './topics.ts';

/** Created on first use, since they load 5 MB of locale data. */
const formats = new Map<Language, Intl.DateTimeFormat>();

function makeFormat(language: Language): Intl.DateTimeFormat {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;
  const made = new Intl.DateTimeFormat(dateLocale(language), options);
  formats.set(language, made);
  return made;
}

/** A date and time in UTC, marked as such. */
const publicTime = (language: Language, moment: Date): string =>
  `${(formats.get(language) ?? makeFormat(language)).format(moment)} UTC`;

/** @param origin In front of all addresses, for readers outside a page of ours. */
export function publicContext(
  server: { secrets: Secrets },
  cache: OrganizationCache,
  language: Language,
  origin = '',
): StandaloneContext {
  return {
    userName(id) {
      const user = cache.users.get(id);
      return user && publicName(server, cache, user);
    },
    formatTime: (moment) => publicTime(language, moment),
    spoiler: textsIn[language]('public.spoiler'),
    origin,
  };
}

/** HTML with the current names, without elements that only the client can show. */
export const publicContent = (rendered: string, context: StandaloneContext): string =>
  standaloneHtml(rendered, context);

// The last messages of an open channel or topic, the newest first.

export interface RecentMessage extends PublicMessage {
  topic: string;
}

export const newestOfChannel = (db: Db, { id }: Channel, limit: number): Promise<RecentMessage[]> =>
  db.rows(byChannel, { channel_id: id, limit });

export const newestOfTopic = (
  db: Db,
  { channel, key }: PublicTopic,
  limit: number,
): Promise<RecentMessage[]> => db.rows(byTopic, { channel_id: channel.id, topic_key: key, limit });

const byChannel = prepared<{ channel_id: number; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sender_id as senderId', 'topic', 'rendered', 'sent_at as sentAt'])
    .select(['edited_at as editedAt', 'traits'])
    .where('channel_id', '=', p.channel_id)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const byTopic = prepared<{ channel_id: number; topic_key: string; limit: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'sender_id as senderId', 'topic', 'rendered', 'sent_at as sentAt'])
    .select(['edited_at as editedAt', 'traits'])
    .where('channel_id', '=', p.channel_id)
    .where('topic_key', '=', p.topic_key)
    .orderBy('id', 'desc')
    .limit(p.limit),
);
