/** Names of views and of what has no name of its own. */
export const views = {
  'views.inbox': 'Inbox',
  'views.recent': 'Recent conversations',
  'views.feed': 'Combined feed',
  'views.mentions': 'Mentions',
  'views.starred': 'Starred',
  'views.drafts': 'Drafts',
  'views.scheduled': 'Scheduled',
  'views.channels': 'Channels',
  'views.people': 'People',
  'views.search': 'Search: {query}',
  'direct.self': '{name} (you)',
  'topic.empty': 'general chat',
  'topic.resolved': 'Resolved',
  'channel.unknown': 'Unknown channel',
  'people.unknown': 'Unknown person',
} as const;
