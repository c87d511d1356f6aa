/** The errors of each operation, besides those common to all. Texts and codes come from the catalogue. */
import { errorCatalogue, type ErrorKey } from '../../../../wire/errors/catalogue.ts';
import type { Route } from '../../http/route.ts';

const unknownChannel = ['channels.not-found'] as const;
const invitation = [
  'permissions.insufficient',
  'invitations.invalid-channel',
  'subscriptions.add-others',
] as const;
const status = [
  'users.no-new-status',
  'parameters.too-long',
  'users.status-without-emoji-name',
  'reactions.no-such-emoji',
] as const;
const bot = ['bots.not-found'] as const;
const folder = ['folders.not-found'] as const;

/** By operation ID. The test of this feature fails for an unknown operation. */
const documented: Readonly<Record<string, readonly ErrorKey[]>> = {
  'add-alert-words': ['parameters.too-long'],
  'add-apns-token': ['devices.token-length', 'devices.invalid-apns-token'],
  'add-default-stream': [...unknownChannel, 'channels.private-not-default'],
  'add-fcm-token': ['devices.token-length'],
  'add-reaction': [
    'messages.not-found',
    'reactions.no-such-emoji',
    'reactions.invalid-code',
    'reactions.already-exists',
  ],
  'archive-stream': unknownChannel,
  'create-bot': [
    'bots.invalid-type',
    'bots.invalid-interface',
    'bots.invalid-embedded',
    'bots.name-taken',
    'bots.bad-name',
    'email.taken',
  ],
  'create-drafts': ['drafts.one-channel'],
  'create-invite-link': invitation,
  'create-saved-snippet': ['snippets.title-empty'],
  'create-scheduled-message': ['channels.id-not-found', 'users.invalid-recipient-id'],
  'create-user': ['email.taken'],
  'create-user-group': ['users.invalid-id'],
  'deactivate-bot': bot,
  'deactivate-custom-emoji': ['emoji.not-found'],
  'deactivate-own-user': ['users.last-owner'],
  'deactivate-user': ['users.not-found', 'users.last-owner'],
  'deactivate-user-group': ['groups.not-found', 'groups.in-use'],
  'delete-draft': ['drafts.not-found'],
  'delete-message': ['messages.not-found', 'messages.delete-not-allowed'],
  'delete-queue': ['queues.bad-queue-id'],
  'delete-saved-snippet': ['snippets.not-found'],
  'delete-scheduled-message': ['scheduled.not-found'],
  'delete-topic': [...unknownChannel, 'permissions.administrator'],
  'edit-draft': ['drafts.not-found'],
  'edit-saved-snippet': ['snippets.not-found'],
  'get-bot-api-key': bot,
  'get-bot-storage': ['bots.no-such-key'],
  'get-events': ['queues.bad-queue-id', 'queues.acknowledged'],
  'get-message': ['messages.not-found'],
  'get-message-history': ['messages.not-found'],
  'get-messages-summary': [
    'ai.disabled',
    'ai.not-permitted',
    'ai.limit-reached',
    'ai.topics-only',
    'ai.private-channel',
    'ai.failed',
  ],
  'get-read-receipts': ['messages.not-found'],
  'get-stream-by-id': unknownChannel,
  'get-stream-email-address': unknownChannel,
  'get-stream-id': ['channels.invalid-name'],
  'get-stream-topics': unknownChannel,
  'get-subscribers': unknownChannel,
  'get-user-status': ['users.not-found'],
  'heddle-create-api-key': [
    'api-keys.full-alone',
    'api-keys.lasting-alone',
    'api-keys.channel-scopes',
    'api-keys.too-many',
  ],
  'heddle-revoke-api-key': ['api-keys.not-found'],
  'heddle-suggest-topic-names': [
    'ai.disabled',
    'ai.not-permitted',
    'ai.limit-reached',
    'ai.private-channel',
    'ai.failed',
  ],
  'mute-user': ['users.mute-self', 'users.not-found', 'users.muted-already'],
  'regenerate-bot-api-key': bot,
  'remove-apns-token': ['devices.token-length', 'devices.no-such-token'],
  'remove-attachment': ['uploads.no-such-file'],
  'remove-bot-storage': ['bots.no-such-key'],
  'remove-default-stream': unknownChannel,
  'remove-fcm-token': ['devices.token-length', 'devices.no-such-token'],
  'remove-reaction': ['messages.not-found', 'reactions.invalid-code', 'reactions.not-found'],
  'report-message': ['messages.not-found'],
  'resend-email-invite': ['invitations.not-found'],
  'revoke-email-invite': ['invitations.not-found'],
  'revoke-invite-link': ['invitations.not-found', 'invitations.revoked'],
  'send-invites': ['permissions.bot', 'permissions.insufficient', ...invitation, 'invitations.no-address'],
  'send-message': [
    'channels.name-not-found',
    'recipients.invalid-email',
    'messages.channel-wildcard',
    'messages.topic-wildcard',
  ],
  'set-typing-status': ['parameters.missing-channel'],
  subscribe: ['channels.not-accessible'],
  'test-notify': ['devices.not-recognized'],
  'unmute-user': ['users.not-found', 'users.not-muted'],
  unsubscribe: ['channels.name-not-found'],
  'update-bot': [...bot, 'bots.name-taken', 'bots.not-outgoing', 'email.taken'],
  'update-bot-storage': ['bots.key-too-long', 'bots.storage-full'],
  'update-channel-folder': folder,
  'update-message': [
    'messages.not-found',
    'messages.edit-not-allowed',
    'messages.editing-disabled',
    'messages.move-recent-only',
    'messages.channel-wildcard',
    'messages.topic-wildcard',
    'parameters.nothing-to-change',
  ],
  'update-scheduled-message': ['channels.id-not-found', 'users.invalid-recipient-id', 'scheduled.not-found'],
  'update-status': [...status, 'reactions.invalid-name', 'reactions.invalid-custom'],
  'update-status-for-user': [...status, 'permissions.insufficient'],
  'update-stream': [...unknownChannel, 'channels.invalid-privacy'],
  'update-user-group': ['groups.not-found'],
  zcommand: ['slash-commands.unknown', 'slash-commands.no-slash'],
};

/** The errors that the handler of an operation throws. */
export const documentedErrors = (operationId: string): readonly ErrorKey[] =>
  Object.hasOwn(documented, operationId) ? (documented[operationId] ?? []) : [];

export const documentedOperations: readonly string[] = Object.keys(documented);

/** The errors that follow from the declaration of the route: parameters, policy, rate limit. */
function declaredErrors(route: Route): ErrorKey[] {
  const hasParams = Object.keys(route.params.properties).length > 0;
  // `required` is absent at run time if no parameter is required.
  const needsParams = [...new Set<string>(route.params.required)].some(
    (name) => !route.path.includes(`:${name}`),
  );
  return [
    ...(needsParams ? (['parameters.missing'] as const) : []),
    ...(hasParams ? (['parameters.invalid'] as const) : []),
    ...(route.policy === 'anyone'
      ? []
      : ([
          'authentication.required',
          'authentication.invalid-api-key',
          'authentication.insufficient-scope',
          'users.account-deactivated',
        ] as const)),
    ...(policyErrors[route.policy] ?? []),
    ...('rateLimit' in route ? [] : (['requests.rate-limit'] as const)),
  ];
}

const policyErrors: Readonly<Partial<Record<Route['policy'], readonly ErrorKey[]>>> = {
  signedIn: ['permissions.webhook-bot'],
  bots: ['permissions.bots-only'],
  botUsers: ['permissions.webhook-bot', 'permissions.bot-user'],
  humans: ['permissions.bot'],
  nonGuests: ['permissions.guest'],
  botKeepers: ['permissions.bot', 'permissions.guest'],
  administrators: ['permissions.administrator'],
  owners: ['permissions.owner'],
};

interface Example {
  summary: string;
  value: { result: 'error'; msg: string; code: string };
}

/** By status, with an example for each error. Braces in a text name its values. */
export function errorResponses(route: Route): Record<string, { description: string; content: object }> {
  const byStatus = new Map<number, Record<string, Example>>();
  for (const key of [...declaredErrors(route), ...documentedErrors(route.operationId)]) {
    const { status: number, code, text } = errorCatalogue[key];
    const examples = byStatus.get(number) ?? {};
    examples[key] = { summary: text, value: { result: 'error', msg: text, code } };
    byStatus.set(number, examples);
  }
  return Object.fromEntries(
    [...byStatus].map(([number, examples]) => [
      number,
      {
        description: Object.values(examples)
          .map(({ summary }) => summary)
          .join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples } },
      },
    ]),
  );
}
