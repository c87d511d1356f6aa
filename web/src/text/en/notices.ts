/** Notifications of the browser, and the page as an installed app. */
export const notices = {
  'notices.in': '{sender} in {conversation}',
  'notices.hidden': 'New direct message',
  'notices.file': 'Sent a file',
  'notices.device': 'This browser',
  'notices.allow': 'Allow notifications',
  'notices.ask': 'It shows notifications once you allow it.',
  'notices.granted': 'It shows notifications for what is marked below.',
  'notices.denied': 'It blocks notifications from here. Allow them in its settings for this site.',
  'notices.unsupported': 'It shows no notifications here: that takes a secure connection (https).',
  'notices.on': 'Notifications are on in this browser',
} as const;
