/** Video calls: addresses of rooms that another server makes. */
import { Exact, Type } from './core.ts';

export const CreateCallResponse = Exact({ url: Type.String() });

/** POST /calls/zoom/create */
export const CreateZoomCallParams = Type.Object({ is_video_call: Type.Boolean({ default: true }) });

/** POST /calls/nextcloud_talk/create */
export const CreateNextcloudTalkCallParams = Type.Object({ room_name: Type.String() });

/** GET /calls/bigbluebutton/create */
export const CreateBigBlueButtonCallParams = Type.Object({
  meeting_name: Type.String(),
  voice_only: Type.Boolean({ default: false }),
});
