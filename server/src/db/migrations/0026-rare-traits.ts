import { expressionStatistics, type Dialect } from '../sql.ts';

/** A link is the one trait that is not rare: found by looking, it need not be written down with every other message. */
export const rareTraits = (dialect: Dialect): string[] => [
  'DROP INDEX message_traits',
  'CREATE INDEX message_traits ON message (org_id, id, traits) WHERE (traits & -17) <> 0',
  ...expressionStatistics(dialect, 'message_rare_traits', 'message', 'traits & -17'),
];
