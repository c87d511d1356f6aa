/** What tools/layout-rules.ts lets pass beyond the general rules. Adding a line here is fine; it says that somebody thought. */

/**
 * Files of a feature besides routes, actions, queries, state, serialize, their parts (`serialize-fetched`) and tests: one verb
 * or one thing each, with a name that says which.
 */
export const extraFiles: Readonly<Record<string, string>> = {
  avatars: 'draw mount url',
  bots: 'access checks create habits picture rows storage tell trigger update webhook',
  channels:
    'access activity archive audience create defaults encode insert kept-topics names notices permissions privacy reveal topic-list topics update',
  devices: 'push tokens',
  domains: 'names',
  emoji: 'encode mount pictures url',
  events: 'delete poll queues register',
  groups:
    'access create deactivate events members names notify permissions reveal roles setting-values subgroups update',
  'alert-words': 'alerted',
  invites: 'accept addresses checks emails invite keys open rows sign-up welcome',
  linkifiers: 'checks encode',
  // One a line: what two people add at once does not collide.
  messages: [
    'access',
    'audience',
    'awaited',
    'bits',
    'content-difference',
    'delete',
    'delete-sent',
    'delete-topic',
    'draft',
    'edit',
    'edit-content',
    'edit-events',
    'edit-history',
    'erase',
    'expire',
    'fetch',
    'fetch-range',
    'flag-rows',
    'flags',
    'flags-narrow',
    'history',
    'mark-many',
    'mark-read',
    'matching',
    'mentioned',
    'mentions',
    'move',
    'move-read',
    'move-rights',
    'move-rows',
    'move-sight',
    'narrow-clauses',
    'narrow-plan',
    'narrow-query',
    'narrow-walk',
    'narrow-with',
    'narrow-words',
    'notices',
    'one',
    'personal',
    'quotable',
    'quiet',
    'read-floors',
    'read-places',
    'read-state',
    'reader-flags',
    'receipts',
    'recipient-id',
    'recipients',
    'render-options',
    'render-text',
    'resend',
    'send',
    'settlement',
    'stars',
    'store-message',
    'topics',
    'unread',
    'unread-details',
    'unread-rows',
    'unread-unseen',
    'visible',
    'visitors',
    'words',
    'words-behind',
  ].join(' '),
  notifications: 'answer decide email facts listeners missed missed-rows notifier',
  openapi: 'document',
  pictures: 'draw keep mount',
  presence: 'board boards encode',
  'profile-fields': 'field-data values',
  organization: 'checks consequences create forget-channel mount pictures update',
  reactions: 'emoji encode',
  reports: 'text',
  resumable: 'expire metadata mount protocol receive turns',
  'scheduled-messages': 'deliver insert',
  status: 'encode',
  submessages: 'checks',
  settings: 'account checks defaults update',
  subscriptions:
    'colors encode join leave lists membership notify peers principals properties returned rights subscribe unsubscribe',
  uploads:
    'access claim later links mount previews remove space store thumbnail-formats thumbnails thumbnails-later',
  'user-topics': 'automatic encode move policies',
  users:
    'account-link address api-key change-email checks create deactivate delete-profile events first-sign-in forget-holder grants insert ldap-sign-in reactivate reset-password role sight sight-changes sign-in turns update',
};

/** Where the wire's old word for a channel may stand outside wire/ and serialize.ts: these files are the wire's edge. */
export const oldWordFiles: readonly RegExp[] = [
  /^server\/src\/http\//,
  /^server\/src\/features\/[^/]+\/(?:routes|serialize|state)(?:-[a-z-]+)?\.ts$/,
  /^server\/src\/events\/message-event\.ts$/,
  // Settings of the organization are stored under their names on the wire.
  /^server\/src\/features\/subscriptions\/notify\.ts$/,
  /^server\/src\/features\/invites\/welcome\.ts$/,
  // Settings of people, and capabilities of clients, under their names on the wire.
  /^server\/src\/features\/typing\/actions\.ts$/,
  /^server\/src\/features\/notifications\/(?:decide|facts|listeners)\.ts$/,
  /^server\/src\/events\/typing-event\.ts$/,
  // Settings of the organization under their names on the wire.
  /^server\/src\/features\/messages\/move-rights\.ts$/,
  // The channel's old word, and the topic's, in requests and events.
  /^server\/src\/features\/messages\/edit\.ts$/,
  // What stands in the log has the names of the wire.
  /^server\/src\/features\/channels\/(?:encode|kept-topics)\.ts$/,
  /^server\/src\/features\/user-topics\/automatic\.ts$/,
  // Errors carry the channel under its name on the wire.
  /^server\/src\/features\/messages\/access\.ts$/,
  // Settings by their names on the wire.
  /^web\/src\/view\/settings\/(?:organization|personal)\.ts$/,
];
