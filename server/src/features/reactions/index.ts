/** The feature: reactions. */
import { on } from '../../core/log/index.ts';
import { messagesHidden } from '../../core/messages/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { deleteReactions } from './delete-reactions.ts';
import { reactionEvents } from './events.ts';
import { reactionRoutes } from './routes.ts';

export { addReaction } from './actions.ts';
export {
  type ChosenEmoji,
  type GivenEmoji,
  type Kind,
  checkEmoji,
  chosen,
  extraKindFor,
  zulipType,
} from './emoji.ts';
export { reactionsTo } from './queries.ts';

export const reactionsFeature = defineFeature({
  routes: reactionRoutes,
  events: reactionEvents,
  reactions: [on(messagesHidden, deleteReactions)],
});
