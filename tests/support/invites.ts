/** Invitations in a test. */
import assert from 'node:assert/strict';
import type { Invite } from '../../wire/invites.ts';
import type { Params, Reply } from './client.ts';
import type { Name, World } from './world.ts';

/** Hal, unless somebody else is named. */
export const invite = (world: World, who: Name, params: Params = {}): Promise<Reply> =>
  world.as(who).post('/invites', { invitee_emails: 'hal@example.com', stream_ids: [], ...params });

/** What somebody is shown of the invitations that are open. */
export const listed = async (world: World, who: Name): Promise<Invite[]> => {
  const { status, json } = await world.as(who).get('/invites');
  assert.equal(status, 200, json.msg);
  return json.invites as Invite[];
};
