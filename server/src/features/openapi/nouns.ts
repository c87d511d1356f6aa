/** The nouns of the API: the tag of each operation in the OpenAPI description, and its heading in the reference. */

/** In the order of the reference; the first pattern that matches the first segment of a path decides. */
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

/** @param path Below `/api/v1`. Everything else belongs to `server`, such as authentication. */
export function findNoun(path: string): Noun {
  const [, first = ''] = path.split('/', 2);
  return nouns.find(([, pattern]) => pattern.test(first))?.[0] ?? 'server';
}
