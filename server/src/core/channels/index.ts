/** What other rooms use of channels. */
export { accessChanging, watchAccess } from './access-changes.ts';
export {
  type Reach,
  canReadAt,
  canReadChannel,
  canSeeChannel,
  channelForPosting,
  channelInUse,
  holdsIn,
  isOpenToStrangers,
  reachIn,
  strangerId,
} from './access.ts';
export { channelForChange } from './administration.ts';
export { revealingSettings, whoSees } from './audience.ts';
export {
  addDefaultChannel,
  checkMaySetDefault,
  defaultChannelsFor,
  removeDefaultChannel,
  tellDefaults,
  tellDefaultsTo,
} from './defaults.ts';
export { type NewChannel, insertChannel } from './insert.ts';
export { joinChannels } from './join.ts';
export { leaveChannels } from './leave.ts';
export { beginMemberships, endMemberships, forgetHavingLeft } from './membership.ts';
export { cleanChannelName, cleanDescription } from './names.ts';
export { tellPeers } from './peers.ts';
export { checkTopicCreators, maySetDeletion } from './permissions.ts';
export { changedPrivacy, checkPrivacyChange, privacyName } from './privacy.ts';
export { channelById, getStreamById, getStreamId, getStreams, getSubscribers } from './queries.ts';
export { tellReturned } from './returned.ts';
export { tellSighted, watchSeers } from './reveal.ts';
export { joinRefusal, mayBringOthers, mayTakeOut } from './rights.ts';
export {
  listingSubscribers,
  peersChanged,
  personalChanged,
  personalSettings,
  subscriptionObject,
  withSubscribers,
  withoutNull,
} from './serialize-subscriptions.ts';
export {
  channelCreated,
  channelDeleted,
  channelObject,
  channelUpdated,
  channelUpdates,
  topicObject,
  usedOnly,
} from './serialize.ts';
