import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  AddPasskeyParams,
  AddPasskeyResponse,
  GetPasskeysResponse,
  PasskeyChallengeParams,
  PasskeyChallengeResponse,
  PasskeyPath,
  RemovePasskeyParams,
  RenamePasskeyParams,
} from '../../../../wire/passkeys.ts';
import type { Principal } from '../../core/organization/index.ts';
import { listPasskeys, renamePasskey } from '../../core/two-factor/index.ts';
import { route, withPath } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import { passkeyAlgorithms } from '../../lib/passkeys/verify.ts';
import { isPlainText, tidySpaces } from '../../lib/text.ts';
import { confirmPassword, ownAccount } from './actions.ts';
import { addPasskey, newChallenge, removePasskey, userHandle } from './passkeys.ts';
import { seconds } from './policy.ts';

/** A session proves the existing second factors; an API key does not. */
function needsSession({ sessionId }: Principal): void {
  if (sessionId === undefined) throw apiError('passkeys.session-only');
}

function checkedName(given: string): string {
  const name = tidySpaces(given);
  if (name === '') throw apiError('parameters.blank', { name: 'name' });
  if (!isPlainText(name)) throw apiError('parameters.invalid-character', { name: 'name' });
  return name;
}

export const passkeyRoutes = [
  route({
    method: 'GET',
    path: '/heddle/passkeys',
    operationId: 'heddle-get-passkeys',
    policy: 'humans',
    scope: 'credentials',
    params: Type.Object({}),
    response: GetPasskeysResponse,
    async handle({ app, me }) {
      const rows = await listPasskeys(app.db.read, me.orgId, me.id);
      return {
        passkeys: rows.map(({ id, name, created_at, last_used_at }) => ({
          id,
          name,
          created_at: seconds(created_at),
          last_used_at: seconds(last_used_at),
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/heddle/passkeys/challenge',
    operationId: 'heddle-start-passkey',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: PasskeyChallengeParams,
    response: PasskeyChallengeResponse,
    async handle({ app, me, ip, origin, params }) {
      needsSession(me);
      await confirmPassword(app, ownAccount(me), ip, params.password);
      const { organization } = me.cache;
      const known = await listPasskeys(app.db.read, me.orgId, me.id);
      return {
        ...newChallenge(app, { orgId: me.orgId, kind: 'add', userId: me.id }),
        rp_id: new URL(origin).hostname,
        rp_name: organization.name,
        user_handle: userHandle(organization.uuid, me.id),
        user_name: me.user.deliveryEmail,
        algorithms: passkeyAlgorithms,
        exclude: known.map(({ credential_id }) => credential_id),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/heddle/passkeys',
    operationId: 'heddle-add-passkey',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: AddPasskeyParams,
    response: AddPasskeyResponse,
    async handle({ app, me, origin, params }) {
      needsSession(me);
      const codes = await addPasskey(app, ownAccount(me), origin, {
        state: params.state,
        name: checkedName(params.name),
        clientData: params.client_data,
        authenticatorData: params.authenticator_data,
        publicKey: params.public_key,
      });
      return { recovery_codes: codes };
    },
  }),
  route({
    method: 'PATCH',
    path: '/heddle/passkeys/:passkey_id',
    operationId: 'heddle-rename-passkey',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: withPath(PasskeyPath, RenamePasskeyParams),
    response: EmptyResponse,
    async write(tx, { me, params: { passkey_id, name } }) {
      if (!(await renamePasskey(tx, me.id, passkey_id, checkedName(name))))
        throw apiError('passkeys.not-found');
    },
  }),
  route({
    method: 'DELETE',
    path: '/heddle/passkeys/:passkey_id',
    operationId: 'heddle-remove-passkey',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: withPath(PasskeyPath, RemovePasskeyParams),
    response: EmptyResponse,
    async handle({ app, me, ip, params }) {
      needsSession(me);
      await confirmPassword(app, ownAccount(me), ip, params.password);
      await app.db.write(me.orgId, me, (tx) => removePasskey(tx, me.user, params.passkey_id));
      return {};
    },
  }),
];
