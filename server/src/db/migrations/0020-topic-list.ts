/** The index by which topics are listed holds all that the list says of them. */
export const topicList = (): string[] => [
  'DROP INDEX topic_recent',
  'CREATE INDEX topic_recent ON topic (channel_id, last_message_id, name)',
];
