/** Errors about channels, folders of channels and default channel groups. */
import { error, programError } from './entry.ts';

const missing = { code: 'STREAM_DOES_NOT_EXIST' } as const;

export const channelErrors = {
  'channels.not-found': error('Invalid channel ID'),
  'channels.id-not-found': error("Channel with ID '{id}' does not exist", missing),
  'channels.name-not-found': error("Channel '{name}' does not exist", missing),
  'channels.invalid-name': error("Invalid channel name '{name}'"),
  'channels.not-accessible': error('Unable to access channel ({name}).'),
  'channels.already-exists': error("Channel '{name}' already exists", { code: 'CHANNEL_ALREADY_EXISTS' }),
  'channels.name-empty': error("Channel name can't be empty."),
  'channels.name-long': error('Channel name too long (limit: {limit} characters).'),
  'channels.name-character': error('Invalid character in channel name, at position {position}.'),
  'channels.name-unchanged': error('Channel already has that name.'),
  'channels.name-taken': error('Channel name is already in use.'),
  'channels.description-character': error('Invalid character in channel description.'),
  'channels.not-administered': error('You do not have permission to administer this channel.'),
  'channels.default-not-allowed': error('You do not have permission to change default channels.'),
  'channels.private-not-default': error('Private channels cannot be made default.'),
  'channels.default-not-private': error('A default channel cannot be private.'),
  'channels.web-public-disabled': error('Web-public channels are not enabled.'),
  'channels.web-public-not-private': error('A web-public channel cannot be private.'),
  'channels.invalid-privacy': programError('Invalid parameters'),
  'channels.content-access': error('Channel content access is required.'),
  'channels.topics-exist': error('All messages of this channel must be in the {topic} topic first.'),
  'channels.archived-already': error('Channel is already deactivated'),
  'channels.not-archived': error('Channel is not currently deactivated'),
  'channels.no-subscribers': error('Channel is private and have no subscribers'),
  'channels.too-many-in-request': error('A request can create at most {limit} channels.'),
  'channels.too-many-in-a-day': error('You can create at most {limit} channels in 24 hours.'),
  'channels.reports-private': error('Moderation request channel must be private.'),
  'channels.reports-unset': error(
    'Moderation request channel must be specified to enable message reporting.',
  ),

  'subscriptions.not-subscribed': error('Not subscribed to channel id {id}'),
  'subscriptions.add-others': error('You do not have permission to subscribe other users to channels.'),
  'subscriptions.color-not-a-string': programError('color is not a string'),
  'subscriptions.invalid-color': programError('color is not a valid hex color code'),
  'subscriptions.too-many': programError('At most {limit} subscriptions can be changed at once.'),
  'subscriptions.too-many-of-all': programError(
    'At most {limit} subscriptions can be changed at once: channels, times people. Send several requests.',
  ),
  'subscriptions.unknown-property': programError('Unknown subscription property: {property}'),

  'folders.not-found': error('Invalid channel folder ID'),
  'folders.invalid-order': programError('Invalid order mapping'),
  'folders.name-empty': error("Channel folder name can't be empty."),
  'folders.name-character': error('Invalid character in channel folder name, at position {position}.'),
  'folders.too-many': error('There can be at most {limit} channel folders.'),
  'folders.name-taken': error("Channel folder '{name}' already exists"),
  'folders.description-character': error('Invalid character in channel folder description.'),

  'default-groups.too-many': error('There can be at most {limit} default channel groups.'),
  'default-groups.nothing-given': programError('You must pass "new_description" or "new_group_name".'),
  'default-groups.name-unchanged': error("This default channel group is already named '{name}'"),
  'default-groups.invalid-op': programError('Invalid value for "op". Specify one of "add" or "remove".'),
  'default-groups.channel-misplaced': error("Channel '{channel}' {state} in default channel group '{group}'"),
  'default-groups.not-found': error("Default channel group with id '{id}' does not exist."),
  'default-groups.invalid-name': error("Invalid default channel group name '{name}'"),
  'default-groups.name-long': error('Default channel group name too long (limit: {limit} characters)'),
  'default-groups.name-taken': error("Default channel group '{name}' already exists"),
  'default-groups.description-character': error('Invalid character in description.'),
  'default-groups.channel-is-default': error(
    "'{channel}' is a default channel and cannot be added to '{group}'",
  ),
};
