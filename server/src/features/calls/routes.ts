import {
  CreateBigBlueButtonCallParams,
  CreateCallResponse,
  CreateNextcloudTalkCallParams,
  CreateZoomCallParams,
} from '../../../../wire/calls.ts';
import { Type } from '../../../../wire/core.ts';
import { route } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';

/** The server has no credentials for it. */
const unconfigured = (provider: string) => (): Promise<never> =>
  Promise.reject(apiError('calls.not-configured', { provider }));

export const callRoutes = [
  route({
    method: 'POST',
    path: '/calls/zoom/create',
    operationId: 'create-zoom-video-call',
    policy: 'signedIn',
    params: CreateZoomCallParams,
    response: CreateCallResponse,
    handle: unconfigured('Zoom'),
  }),
  route({
    method: 'POST',
    path: '/calls/webex/create',
    operationId: 'create-webex-video-call',
    policy: 'signedIn',
    params: Type.Object({}),
    response: CreateCallResponse,
    handle: unconfigured('Webex'),
  }),
  route({
    method: 'POST',
    path: '/calls/constructorgroups/create',
    operationId: 'create-constructor-groups-video-call',
    policy: 'signedIn',
    params: Type.Object({}),
    response: CreateCallResponse,
    handle: unconfigured('Constructor Groups'),
  }),
  route({
    method: 'POST',
    path: '/calls/nextcloud_talk/create',
    operationId: 'create-nextcloud-talk-video-call',
    policy: 'signedIn',
    params: CreateNextcloudTalkCallParams,
    response: CreateCallResponse,
    handle: unconfigured('Nextcloud Talk'),
  }),
  route({
    method: 'GET',
    path: '/calls/bigbluebutton/create',
    operationId: 'create-big-blue-button-video-call',
    policy: 'signedIn',
    params: CreateBigBlueButtonCallParams,
    response: CreateCallResponse,
    handle: () => Promise.reject(apiError('calls.bigbluebutton-not-configured')),
  }),
];
