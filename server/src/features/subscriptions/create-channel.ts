/** POST /channels/create: creates one channel with its first subscribers. */
import type { CreateChannelResponse, CreateChannelParams } from '../../../../wire/subscriptions.ts';
import { joinChannels } from '../../core/channels/index.ts';
import { findNamed, type OrganizationCache, currentUser } from '../../core/organization/index.ts';
import { getPrincipals, watchVisibility } from '../../core/users/index.ts';
import {
  channelSettings,
  checkFolder,
  checkNewChannels,
  createChannel,
  creationRefusal,
  noticeCreated,
} from '../channels/index.ts';
import { announceChannels } from '../message-send/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Context } from '../../http/route.ts';
import { auditSubscribers } from './audit.ts';
import { refuseTooMany } from './limit.ts';
import { namedChannel } from './subscribe.ts';

/**
 * Subscribes exactly the given users, who need not include the creator. As for every new channel, nobody is notified of
 * the subscription by a direct message, regardless of `send_new_subscription_messages`.
 */
export async function createWithSubscribers({
  app,
  me,
  params,
}: Context<CreateChannelParams>): Promise<CreateChannelResponse> {
  refuseTooMany([params.name], params.subscribers);
  const named = namedChannel(params.name, params.description);
  return app.db.write(me.orgId, me, async (tx) => {
    const { cache } = tx;
    const creator = currentUser(cache, me);
    const subscribers =
      params.subscribers.length === 0 ? [] : await getPrincipals(tx, cache, creator, params.subscribers);
    const settings = channelSettings(app.config, cache, params);
    const refusal = creationRefusal(cache, creator, settings);
    if (refusal) throw refusal;
    checkNameIsFree(cache, named.name);
    await checkNewChannels(tx, creator, 1);
    await checkFolder(tx, settings.folderId);
    const channel = await createChannel(tx, creator, named, settings);
    const moves = [{ channel, userIds: subscribers.map(({ id }) => id) }];
    const emitVisibilityChanges = await watchVisibility(tx, moves);
    await joinChannels(tx, moves, { created: [channel] });
    emitVisibilityChanges();
    await auditSubscribers(tx, 'add', creator.id, moves);
    if (params.announce) await announceChannels(tx, creator, [channel]);
    await noticeCreated(tx, creator, [channel]);
    return { id: channel.id };
  });
}

function checkNameIsFree(cache: OrganizationCache, name: string): void {
  const taken = findNamed(cache.channels, name);
  if (!taken) return;
  throw apiError('channels.already-exists', { name }, { channel_name: name });
}
