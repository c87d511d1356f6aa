import { expressionStatistics, type Dialect } from '../sql.ts';

/**
 * What scripts send has a trait that says that its sender has to read it too. It is as frequent as links are, so that the
 * index of traits leaves it out; every look at what is unread asks it of the reader's own messages.
 */
export const unreadForSender = (dialect: Dialect): string[] => [
  'DROP INDEX message_traits',
  'CREATE INDEX message_traits ON message (org_id, id, traits) WHERE (traits & -1041) <> 0',
  ...(dialect === 'sqlite' ? [] : ['DROP STATISTICS message_rare_traits']),
  ...expressionStatistics(dialect, 'message_rare_traits', 'message', 'traits & -1041'),
  'DROP INDEX message_sender',
  'CREATE INDEX message_sender ON message (sender_id, id, traits)',
];
