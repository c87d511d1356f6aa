/** What operations are about: the tag that each has in the description of the API, and its heading in the reference. */

/** In the order of the reference; the first pattern that matches the beginning of a path decides. */
const nouns = [
  ['messages', /^(?:messages|mark_|submessage|typing|zcommand)/],
  ['channels', /channel|stream|^user_topics/],
  ['users', /^(?:users|settings)/],
  ['groups', /^user_groups/],
  ['events', /^(?:events|register$)/],
  ['drafts', /^(?:drafts|scheduled_messages|reminders|saved_snippets|navigation_views)/],
  ['files', /^(?:attachments|user_uploads|thumbnail)/],
  ['bots', /^(?:bots|bot_storage|external)/],
  ['invitations', /^invites/],
  ['organization', /^(?:realm|export)/],
  ['devices', /^(?:mobile_push|register_client_device|remove_client_device|remotes)/],
  ['calls', /^calls/],
  ['heddle', /^heddle/],
] as const;

export type Noun = (typeof nouns)[number][0] | 'server';

export const allNouns: readonly Noun[] = [...nouns.map(([noun]) => noun), 'server'];

/** @param path Below `/api/v1`. What is about nothing else is about the server and the way in. */
export function findNoun(path: string): Noun {
  const [, first = ''] = path.split('/', 2);
  return nouns.find(([, pattern]) => pattern.test(first))?.[0] ?? 'server';
}
