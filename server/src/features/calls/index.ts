/** The feature: calls. */
import {
  CreateBigBlueButtonCallParams,
  CreateCallResponse,
  CreateNextcloudTalkCallParams,
  CreateZoomCallParams,
  DisconnectCallAccountParams,
} from '../../../../wire/calls.ts';
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import { on } from '../../core/log/index.ts';
import { userDeactivated } from '../../core/users/index.ts';
import { personal } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { mountZoomNotifications } from './mount.ts';
import { deleteTokens, checkedProvider, deleteToken, connectedAccounts } from './tokens.ts';
import { newBigBlueButtonCall } from './big-blue-button.ts';
import { createConstructorGroupsCall } from './constructor-groups.ts';
import { createNextcloudTalkCall } from './nextcloud-talk.ts';
import { createWebexCall } from './webex.ts';
import { createZoomCall } from './zoom.ts';
import { type VideoChatProvider, videoChatProviders } from '../../../../wire/server.ts';
import type { Config } from '../../lib/config/config.ts';

export { bigBlueButtonJoinPath, joinBigBlueButtonCall } from './big-blue-button.ts';
export { connectedPath, endConnecting, openConnecting, startConnecting } from './connect.ts';
export { callProbes } from './probes.ts';

export { type AccountProvider, resealCallTokens } from './tokens.ts';

const callRoutes = [
  route({
    method: 'POST',
    path: '/calls/zoom/create',
    operationId: 'create-zoom-video-call',
    policy: 'signedIn',
    leaves: 'nothing',
    params: CreateZoomCallParams,
    response: CreateCallResponse,
    handle: async ({ app, me, params }) => ({ url: await createZoomCall(app, me, params.is_video_call) }),
  }),
  route({
    method: 'POST',
    path: '/calls/webex/create',
    operationId: 'create-webex-video-call',
    policy: 'signedIn',
    leaves: 'nothing',
    params: Type.Object({}),
    response: CreateCallResponse,
    handle: async ({ app, me }) => ({ url: await createWebexCall(app, me) }),
  }),
  route({
    method: 'POST',
    path: '/calls/constructorgroups/create',
    operationId: 'create-constructor-groups-video-call',
    policy: 'signedIn',
    leaves: 'nothing',
    params: Type.Object({}),
    response: CreateCallResponse,
    handle: async ({ app, me }) => ({ url: await createConstructorGroupsCall(app, me) }),
  }),
  route({
    method: 'POST',
    path: '/calls/nextcloud_talk/create',
    operationId: 'create-nextcloud-talk-video-call',
    policy: 'signedIn',
    leaves: 'nothing',
    params: CreateNextcloudTalkCallParams,
    response: CreateCallResponse,
    handle: async ({ app, params }) => ({ url: await createNextcloudTalkCall(app, params.room_name) }),
  }),
  route({
    method: 'GET',
    path: '/calls/bigbluebutton/create',
    operationId: 'create-big-blue-button-video-call',
    policy: 'signedIn',
    leaves: 'nothing',
    params: CreateBigBlueButtonCallParams,
    response: CreateCallResponse,
    handle: ({ app, me, params: { meeting_name: name, voice_only: voiceOnly } }) =>
      Promise.resolve({ url: newBigBlueButtonCall(app, me, { name, voiceOnly }) }),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/calls/accounts/:provider',
    operationId: 'heddle-disconnect-call-account',
    policy: 'signedIn',
    leaves: 'nothing',
    personal: true,
    params: DisconnectCallAccountParams,
    response: EmptyResponse,
    write: (tx, { me, params }) => deleteToken(tx, me.id, checkedProvider(params.provider)),
  }),
];

const callState: Pick<StateFetchers, 'video_calls'> = {
  video_calls: async ({ tx, me }) => {
    const connected = await connectedAccounts(tx, tx.orgId, me.id);
    return { has_zoom_token: connected.has('zoom'), has_webex_token: connected.has('webex') };
  },
};

export const callsFeature = defineFeature({
  routes: callRoutes,
  events: { has_zoom_token: personal, has_webex_token: personal },
  mounts: [mountZoomNotifications],
  registerState: callState,
  reactions: [on(userDeactivated, (tx, user) => deleteTokens(tx, user.id))],
});

// Call providers, available if the operator has configured their credentials.

type Choices = Partial<Record<VideoChatProvider, { id: number; name: string }>>;

const isConfigured: Readonly<Record<VideoChatProvider, (config: Config) => boolean>> = {
  disabled: () => true,
  jitsi_meet: () => true,
  zoom: ({ zoomClientId, zoomAccountId }) => zoomClientId !== undefined && zoomAccountId === undefined,
  zoom_server_to_server: ({ zoomAccountId }) => zoomAccountId !== undefined,
  big_blue_button: ({ bigBlueButtonUrl }) => bigBlueButtonUrl !== undefined,
  constructor_groups: ({ constructorGroupsUrl }) => constructorGroupsUrl !== undefined,
  nextcloud_talk: ({ nextcloudUrl }) => nextcloudUrl !== undefined,
  webex: ({ webexClientId }) => webexClientId !== undefined,
};

const isProvider = (name: string): name is VideoChatProvider => Object.hasOwn(videoChatProviders, name);

/** The providers that an organization can choose. */
export function availableCallProviders(config: Config): Choices {
  const names = Object.keys(videoChatProviders).filter(isProvider);
  return Object.fromEntries(
    names.filter((name) => isConfigured[name](config)).map((name) => [name, videoChatProviders[name]]),
  );
}
