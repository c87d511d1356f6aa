/** Notifications of the browser, and the page as an installed app. */
export const notices = {
  'notices.in': '{sender} in {conversation}',
  'notices.hidden': 'New direct message',
  'notices.file': 'Sent a file',
  'notices.device': 'This browser',
  'notices.allow': 'Allow notifications',
  'notices.ask': 'This browser shows notifications once you allow them.',
  'notices.granted': 'This browser shows notifications for the options selected below.',
  'notices.denied':
    'This browser blocks notifications from this site. Allow them in the browser’s site settings.',
  'notices.unsupported': 'Notifications require a secure connection (https).',
  'notices.on': 'Notifications are enabled in this browser',
} as const;
