/** The left side. */
export const sidebar = {
  'sidebar.filter': 'Filter conversations',
  'sidebar.direct': 'Direct messages',
  'sidebar.pinned': 'Pinned',
  'sidebar.channels': 'Channels',
  'sidebar.more': '{count, plural, one {# more topic} other {# more topics}}',
  'sidebar.unread': '{count, plural, one {# unread} other {# unread}}',
  'sidebar.mentions': '{count, plural, one {# unread mention} other {# unread mentions}}',
  'sidebar.muted': 'muted',
  'sidebar.followed': 'followed',
  'sidebar.private': 'private',
} as const;
