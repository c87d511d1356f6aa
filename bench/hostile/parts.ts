/** The kinds of hostile inputs; docs/reliability.md names those of each parser. */

/** Sent to a server as most are. */
export const usualParts = [
  'heads',
  'head-fields',
  'jwt',
  'logout-tokens',
  'saml',
  'saml-metadata',
  'openid',
  'mail',
  'mcp',
  'widgets',
  'passkeys',
  'markdown',
  'linkifiers',
  'parameters',
  'forms',
  'storage',
  'images',
  'deliveries',
  'scim',
  'uploads',
  'pages',
  'linked-images',
  'webhooks',
  'templates',
  'programs',
  'models',
  'calls',
  'archives',
] as const;

/** Sent by services of the operator, to a server of their own that is configured to use them. */
export const serviceParts = ['object-store', 'mailbox', 'directory', 'push'] as const;

export const hostileParts = [...usualParts, ...serviceParts] as const;

export type UsualPart = (typeof usualParts)[number];
export type ServicePart = (typeof serviceParts)[number];
export type HostilePart = (typeof hostileParts)[number];

/** Why a parser needs no hostile inputs: what a row says instead of a part, or of a test of its limits. */
export const reasonsForNone = ['sealed by this installation', 'written by the operator'] as const;
