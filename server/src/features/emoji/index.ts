/** The feature: emoji. */
import { EmptyResponse, limits, Type } from '../../../../wire/core.ts';
import { EmojiNamePath, GetEmojiResponse } from '../../../../wire/emoji.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import {
  type Encoder,
  type EventRules,
  once,
  openObject,
  organizationWide,
} from '../../core/events/index.ts';
import { isEvent } from '../../core/log/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { mebibyte } from '../uploads/index.ts';
import { mountEmojiData } from './mount.ts';
import { mountPictures } from './pictures.ts';
import { mountEmojiSets } from './sets.ts';
import { addEmoji, deactivateEmoji } from './actions.ts';
import { emojiObjects } from './serialize.ts';

export { addEmoji } from './actions.ts';
export { emojiDataPath } from './mount.ts';
export { emojiUrl } from './url.ts';

const emojiRoutes = [
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

const emojiState: Pick<StateFetchers, 'realm_emoji'> = {
  realm_emoji: ({ tx }) => ({ realm_emoji: emojiObjects(tx.cache) }),
};

// Clients with the capability get each change of custom emoji, others the whole list.

const encodeEmoji: Encoder = ({ event }, { options }, shared) => {
  if (!isEvent(event, 'realm_emoji')) return null;
  const takesOne = options.capabilities.individual_emoji_changes === true;
  return takesOne === (event.op !== 'update') ? once(shared, '', () => openObject(event)) : null;
};

const emojiEvents: Pick<EventRules, 'realm_emoji'> = {
  realm_emoji: { ...organizationWide, encode: encodeEmoji },
};

export const emojiFeature = defineFeature({
  routes: emojiRoutes,
  mounts: [mountEmojiData, mountPictures, mountEmojiSets],
  registerState: emojiState,
  events: emojiEvents,
});
