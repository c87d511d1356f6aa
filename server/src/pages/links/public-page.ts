/** Finds the public page for a link. */
import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import {
  channelPath,
  messagePath,
  openChannel,
  topicByName,
  topicOfMessage,
  topicPath,
} from '../../core/spectators/index.ts';
import { ApiError } from '../../lib/errors.ts';
import { countRequest, measured } from '../crawlers/crawler-request.ts';
import type { LinkedPlace } from './linked-place.ts';

type Server = Pick<AppContext, 'config' | 'db' | 'services'>;

/** Undefined for what is not public or does not exist, and above the budget of spectators, who may sign in instead. */
export async function findPublicPage(
  app: Server,
  cache: OrganizationCache,
  ip: string,
  place: LinkedPlace,
): Promise<string | undefined> {
  if (place.messageId === undefined && place.channelId === undefined) return undefined;
  try {
    countRequest(app, ip);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
  return measured(app, () => findPath(app, cache, place));
}

export async function findPath(
  app: Server,
  cache: OrganizationCache,
  { messageId, channelId, topic }: LinkedPlace,
): Promise<string | undefined> {
  if (messageId !== undefined && (await topicOfMessage(app, cache, messageId))) return messagePath(messageId);
  const channel = channelId === undefined ? undefined : openChannel(app, cache, channelId);
  if (!channel) return undefined;
  const found = topic === undefined ? undefined : await topicByName(app.db.read, channel, topic);
  return found ? topicPath(found.firstMessageId, found.name) : channelPath(channel);
}
