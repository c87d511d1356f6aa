/** The exports of `channels` for other rooms. */
export { type AccessChanging, accessChanging, watchAccess } from './access-changes.ts';
export {
  type Reach,
  canReadAt,
  canReadChannel,
  canSeeChannel,
  isChannelKnown,
  channelForPosting,
  channelInUse,
  holdsIn,
  isWebPublicChannel,
  reachIn,
  anonymousId,
  channelForChange,
} from './access.ts';
export { getContentAudience, revealingSettings, getChannelAudience } from './audience.ts';
export {
  addDefaultChannel,
  checkMaySetDefault,
  defaultChannelsFor,
  removeDefaultChannel,
  emitDefaultChannels,
  emitDefaultChannelsTo,
} from './defaults.ts';
export { type NewChannel, insertChannel } from './insert.ts';
export { joinChannels } from './join.ts';
export { leaveChannels } from './leave.ts';
export { beginMemberships, endMemberships, hideFormerSubscriptions } from './membership.ts';
export { cleanChannelName, cleanDescription } from './names.ts';
export { emitPeers } from './peers.ts';
export { checkTopicCreators, maySetDeletion, changedPrivacy, checkPrivacyChange } from './permissions.ts';
export { channelById, getStreamById, getStreamId, getStreams, getSubscribers } from './queries.ts';
export { emitReturned, emitRevealed, watchViewers } from './reveal.ts';
export { joinRefusal, mayBringOthers, mayTakeOut } from './rights.ts';
export {
  listingSubscribers,
  peersChanged,
  personalChanged,
  personalSettings,
  subscriptionText,
  withoutNull,
} from './serialize-subscriptions.ts';
export {
  channelCreated,
  channelDeleted,
  channelObject,
  channelText,
  channelUpdated,
  channelUpdates,
  topicObject,
  usedOnly,
} from './serialize.ts';
