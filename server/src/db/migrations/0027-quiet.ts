/** What nobody has to read but a few, which every look at what is unread has to know. */
export const quiet = (): string[] => [
  'CREATE INDEX message_quiet ON message (org_id, id) WHERE (traits & 512) <> 0',
];
