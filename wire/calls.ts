/** Video calls: URLs of meetings on another server. */
import { type Examples, Exact, Type } from './core.ts';

export const CreateCallResponse = Exact({ url: Type.String() });

/** POST /calls/zoom/create */
export const CreateZoomCallParams = Type.Object({ is_video_call: Type.Boolean({ default: true }) });

/** POST /calls/nextcloud_talk/create */
export const CreateNextcloudTalkCallParams = Type.Object({ room_name: Type.String() });

/** GET /calls/bigbluebutton/create; the URL is relative to the organization's. */
export const CreateBigBlueButtonCallParams = Type.Object({
  meeting_name: Type.String(),
  voice_only: Type.Boolean({ default: false }),
});

/** DELETE /heddle/calls/accounts/{provider}: revokes the caller's authorization of this server. */
export const DisconnectCallAccountParams = Type.Object({ provider: Type.String() });

/** The caller's account at the provider was connected or disconnected. */
const HasZoomTokenEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('has_zoom_token'),
  value: Type.Boolean(),
});
const HasWebexTokenEvent = Exact({
  id: Type.Integer(),
  type: Type.Literal('has_webex_token'),
  value: Type.Boolean(),
});

export const callEvents = { has_zoom_token: HasZoomTokenEvent, has_webex_token: HasWebexTokenEvent };

export const callState = {
  video_calls: { has_zoom_token: Type.Boolean(), has_webex_token: Type.Boolean() },
};

export const callExamples: Examples<typeof callEvents> = {
  has_zoom_token: { 'an account that was connected': { id: 1, type: 'has_zoom_token', value: true } },
  has_webex_token: { 'an account that was disconnected': { id: 1, type: 'has_webex_token', value: false } },
};
