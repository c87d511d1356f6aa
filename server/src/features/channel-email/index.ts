/** The feature: emails to channels. */
import {
  ChannelPath,
  GetStreamEmailAddressParams,
  GetStreamEmailAddressResponse,
} from '../../../../wire/channels.ts';
import { EmptyResponse } from '../../../../wire/core.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { channelEmailAddress, revokeAddresses } from './addresses.ts';

export { checkChannelAddress, postToChannel } from './receive.ts';

const path = '/streams/:stream_id/email_address';

const channelEmailRoutes = [
  route({
    method: 'GET',
    path,
    operationId: 'get-stream-email-address',
    policy: 'signedIn',
    // The address posts as the user, and would outlive a named key.
    scope: 'credentials',
    params: withPath(ChannelPath, GetStreamEmailAddressParams),
    response: GetStreamEmailAddressResponse,
    handle: async ({ app, me, params }) => ({
      email: await channelEmailAddress(app, me, params.stream_id, params.sender_id),
    }),
  }),
  route({
    method: 'DELETE',
    path,
    operationId: 'heddle-revoke-channel-email-addresses',
    policy: 'signedIn',
    personal: true,
    scope: 'credentials',
    params: ChannelPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => revokeAddresses(tx, me, params.stream_id),
  }),
];

export const channelEmailFeature = defineFeature({ routes: channelEmailRoutes });
