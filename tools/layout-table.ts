/** What tools/layout-rules.ts lets pass beyond the general rules. Adding a line here is fine; it says that somebody thought. */

/** Files of a feature besides routes, actions, queries, state, serialize and tests: one verb or one thing each. */
export const extraFiles: Readonly<Record<string, readonly string[]>> = {
  avatars: ['draw', 'mount', 'png', 'url'],
  channels: ['insert'],
  emoji: ['mount'],
  events: ['delete', 'poll', 'queues', 'register'],
  groups: ['events', 'permissions', 'roles'],
  messages: [
    'access',
    'bits',
    'edit',
    'fetch',
    'flags',
    'mentioned',
    'mentions',
    'personal',
    'read-state',
    'recipient-id',
    'recipients',
    'resend',
    'send',
    'topics',
    'visible',
  ],
  openapi: ['document'],
  organization: ['create'],
  subscriptions: ['colors', 'membership'],
  users: [
    'api-key',
    'checks',
    'create',
    'events',
    'first-sign-in',
    'grants',
    'insert',
    'role',
    'sight',
    'sight-changes',
    'sign-in',
    'turns',
    'update',
  ],
};

/** Where the wire's old word for a channel may stand outside wire/ and serialize.ts: these files are the wire's edge. */
export const oldWordFiles: readonly RegExp[] = [
  /^server\/src\/http\//,
  /^server\/src\/features\/[^/]+\/(?:routes|serialize|state)\.ts$/,
  /^server\/src\/events\/message-event\.ts$/,
  // Errors carry the channel under its name on the wire.
  /^server\/src\/features\/messages\/access\.ts$/,
];
