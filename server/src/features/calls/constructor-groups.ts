/** The caller's own room at Constructor Groups. */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { textAt } from '../../lib/json.ts';
import { askCallServer, callFailed, isOk, webUrl, type CallResponse } from './call-server.ts';

/** @returns the address of the caller's room, which is created by the first request. @throws ApiError */
export async function createConstructorGroupsCall(
  app: AppContext,
  { orgId, user }: Principal,
): Promise<string> {
  const {
    constructorGroupsUrl: url,
    constructorGroupsAccessKey: key,
    constructorGroupsSecretKey: secret,
  } = app.config;
  if (url === undefined || key === undefined || secret === undefined)
    throw apiError('calls.not-configured', { provider: 'Constructor Groups' });
  const server = { name: 'Constructor Groups', url };
  const proof = createHash('sha256').update(`${key}|${secret}`).digest('hex');
  const name = `${user.fullName} (Heddle)`;
  let response: CallResponse;
  try {
    response = await askCallServer(app, server, `${url.replace(/\/+$/, '')}/room/default`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}|${proof}` },
      // The fallback is used if the name is taken.
      json: { creator_email: user.deliveryEmail, name, fallback_name: `${name} ${orgId}-${user.id}` },
    });
  } catch (error) {
    throw callFailed(app, server, error);
  }
  const room = isOk(response) ? webUrl(textAt(response.json, 'url')) : undefined;
  if (room === undefined) throw callFailed(app, server, { status: response.status });
  return room;
}
