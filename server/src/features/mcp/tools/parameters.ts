/** Parameters that several tools have. */
import { Type } from '../../../../../wire/core.ts';

export const channel = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ minLength: 1, maxLength: 100 })], {
  description: 'Id or name of the channel',
});

export const topic = Type.String({ maxLength: 60, description: 'Name of the topic' });

export const messageId = Type.Integer({ minimum: 1, description: 'Id of the message' });

export const userIds = Type.Array(Type.Integer({ minimum: 1 }), {
  minItems: 1,
  maxItems: 20,
  description: 'Ids of the other participants',
});

export const limit = (most: number, usual: number) =>
  Type.Integer({ minimum: 1, maximum: most, default: usual, description: `At most this many; ${usual} by default` });

export const before = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Only messages older than the one with this id, for the next page' }),
);

export const content = Type.String({ minLength: 1, maxLength: 10_000, description: 'Markdown' });
