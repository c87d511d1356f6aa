import { EmptyResponse, limits, Type } from '../../../../wire/core.ts';
import { EmojiNamePath, GetEmojiResponse } from '../../../../wire/emoji.ts';
import { route } from '../../http/route.ts';
import { mebibyte } from '../uploads/index.ts';
import { addEmoji, deactivateEmoji } from './actions.ts';
import { emojiObjects } from './serialize.ts';

export const emojiRoutes = [
  route({
    method: 'GET',
    path: '/realm/emoji',
    operationId: 'get-custom-emoji',
    policy: 'signedIn',
    scope: 'directory',
    params: Type.Object({}),
    response: GetEmojiResponse,
    handle: ({ me }) => Promise.resolve({ emoji: emojiObjects(me.cache) }),
  }),
  route({
    method: 'POST',
    path: '/realm/emoji/:emoji_name',
    operationId: 'upload-custom-emoji',
    policy: 'botKeepers',
    scope: 'administer',
    leaves: 'nothing',
    params: EmojiNamePath,
    response: EmptyResponse,
    largestFile: () => limits.emojiMebibytes * mebibyte,
    handle: async ({ app, me, params, files }) => {
      await addEmoji(app, me, params.emoji_name, files);
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/realm/emoji/:emoji_name',
    operationId: 'deactivate-custom-emoji',
    policy: 'signedIn',
    scope: 'administer',
    leaves: 'nothing',
    params: EmojiNamePath,
    response: EmptyResponse,
    write: (tx, { me, params }) => deactivateEmoji(tx, me, params.emoji_name),
  }),
];
