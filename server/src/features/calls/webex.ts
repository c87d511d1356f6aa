/** Creates meetings at Webex on behalf of users who have connected their accounts. */
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { textAt } from '../../lib/json.ts';
import { callFailed, isOk, webUrl } from './call-server.ts';
import { getOAuthServer, postAs } from './oauth.ts';

const title = 'Heddle';
/** The longest meeting of accounts without a licence. */
const minutes = 40;

/** @returns the address of a new meeting. @throws ApiError */
export async function createWebexCall(app: AppContext, me: Principal): Promise<string> {
  const server = getOAuthServer(app.config, 'webex');
  const api = `${new URL(app.config.webexApiUrl).origin}/v1`;
  const post = (path: string, json: unknown) => postAs(app, me, server, `${api}/${path}`, json);
  const room = await post('rooms', { title, isPublic: true, description: title });
  const roomId = isOk(room) ? textAt(room.json, 'id') : undefined;
  // Accounts without a licence have no public rooms, only a personal one.
  if (roomId === undefined && room.status !== 403) throw callFailed(app, server, { status: room.status });
  const meeting = await post(
    'meetings',
    roomId === undefined ? inOwnRoom(app.clock.now()) : { title, adhoc: true, roomId },
  );
  const url = isOk(meeting) ? webUrl(textAt(meeting.json, 'webLink')) : undefined;
  if (url === undefined) throw callFailed(app, server, { status: meeting.status });
  return url;
}

function inOwnRoom(now: number): Record<string, string> {
  const start = new Date(now);
  const end = new Date(start.getTime() + minutes * 60_000);
  return { title, start: start.toISOString(), end: end.toISOString(), scheduledType: 'personalRoomMeeting' };
}
