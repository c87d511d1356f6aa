/**
 * Quiet messages, which are read for everyone except a few users, and which every query for unread messages has to
 * know.
 */
export const quiet = (): string[] => [
  'CREATE INDEX message_quiet ON message (org_id, id) WHERE (traits & 512) <> 0',
];
