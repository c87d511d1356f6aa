/** Conversations of Nextcloud Talk that anyone with the link can join. */
import type { AppContext } from '../../core/context/index.ts';
import { apiError } from '../../lib/errors.ts';
import { truncate } from '../../lib/text.ts';
import { textAt } from '../../lib/json.ts';
import { askCallServer, callFailed, callServerUnreachable, isOk, type CallResponse } from './call-server.ts';
import { basicAuth } from './oauth.ts';

const longestName = 255;
/** `roomType` of conversations that guests can join. */
const publicRoom = 3;

/** @returns the address of a new conversation. @throws ApiError */
export async function createNextcloudTalkCall(app: AppContext, name: string): Promise<string> {
  const { nextcloudUrl, nextcloudTalkUser = '', nextcloudTalkPassword = '' } = app.config;
  if (nextcloudUrl === undefined) throw apiError('calls.not-configured', { provider: 'Nextcloud Talk' });
  const server = { name: 'Nextcloud Talk', url: nextcloudUrl };
  const base = nextcloudUrl.replace(/\/+$/, '');
  let response: CallResponse;
  try {
    response = await askCallServer(app, server, `${base}/ocs/v2.php/apps/spreed/api/v4/room`, {
      method: 'POST',
      headers: {
        'ocs-apirequest': 'true',
        authorization: basicAuth(nextcloudTalkUser, nextcloudTalkPassword),
      },
      json: { roomType: publicRoom, roomName: truncate(name, longestName, '…') },
    });
  } catch (error) {
    throw callServerUnreachable(app, server, error);
  }
  if (!isOk(response)) throw callServerUnreachable(app, server, { status: response.status });
  const token = textAt(response.json, 'ocs', 'data', 'token');
  if (token === undefined) throw callFailed(app, server, { status: response.status });
  return `${base}/index.php/call/${encodeURIComponent(token)}`;
}
