/** The table of contents: every route there is. */
import { registerEncoder } from '../events/encode.ts';
import { encodeMessage } from '../events/message-event.ts';
import type { Route } from '../http/route.ts';
import type { Mount } from '../http/server.ts';
import { mountEmojiData } from './emoji/mount.ts';
import { eventRoutes } from './events/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { userRoutes } from './users/routes.ts';

registerEncoder('message', encodeMessage);

const described: readonly Route[] = [...eventRoutes, ...messageRoutes, ...userRoutes];

/** What is served beside the API. */
export const mounts: readonly Mount[] = [mountEmojiData];

export const routes: readonly Route[] = [...described, ...openApiRoutes(described)];
