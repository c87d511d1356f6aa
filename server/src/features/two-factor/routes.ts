import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  ChangeTwoFactorParams,
  ConfirmTwoFactorParams,
  ConfirmTwoFactorResponse,
  GetTwoFactorResponse,
  NewRecoveryCodesResponse,
  RequirePasswordChangePath,
  ResetTwoFactorPath,
  SignInPolicyResponse,
  StartTwoFactorParams,
  StartTwoFactorResponse,
  UpdateSignInPolicyParams,
} from '../../../../wire/two-factor.ts';
import { countRecoveryCodes, getTwoFactorStart, hasApp, hasTwoFactor } from '../../core/two-factor/index.ts';
import { noSuchUser } from '../../core/users/index.ts';
import { requirePasswordChange } from '../sign-in/index.ts';
import { route } from '../../http/route.ts';
import { apiError } from '../../lib/errors.ts';
import {
  confirmPassword,
  confirmSetup,
  ownAccount,
  renewRecoveryCodes,
  resetTwoFactor,
  startSetup,
  turnOff,
} from './actions.ts';
import { seconds, signInPolicy, updatePolicy } from './policy.ts';

const own = [
  route({
    method: 'GET',
    path: '/heddle/two_factor',
    operationId: 'heddle-get-two-factor',
    policy: 'humans',
    scope: 'credentials',
    params: Type.Object({}),
    response: GetTwoFactorResponse,
    handle: async ({ app: { db }, me: { id, orgId } }) => ({
      is_on: await hasTwoFactor(db.read, orgId, id),
      has_app: await hasApp(db.read, orgId, id),
      recovery_codes_left: await countRecoveryCodes(db.read, orgId, id),
      required_from: seconds(await getTwoFactorStart(db.read, orgId)),
    }),
  }),
  route({
    method: 'POST',
    path: '/heddle/two_factor/setup',
    operationId: 'heddle-start-two-factor',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: StartTwoFactorParams,
    response: StartTwoFactorResponse,
    async handle({ app, me, ip, params }) {
      const account = ownAccount(me);
      await confirmPassword(app, account, ip, params.password);
      const { secret, uri, qrCode, sealed } = await startSetup(app, account);
      return { secret, uri, qr_code: qrCode, setup: sealed };
    },
  }),
  route({
    method: 'POST',
    path: '/heddle/two_factor',
    operationId: 'heddle-confirm-two-factor',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: ConfirmTwoFactorParams,
    response: ConfirmTwoFactorResponse,
    handle: async ({ app, me, params }) => ({
      recovery_codes: await confirmSetup(app, ownAccount(me), params.setup, params.code),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/heddle/two_factor',
    operationId: 'heddle-remove-two-factor',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: ChangeTwoFactorParams,
    response: EmptyResponse,
    async handle({ app, me, ip, params }) {
      await confirmPassword(app, ownAccount(me), ip, params.password);
      await turnOff(app, ownAccount(me), ip, params.code);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/heddle/two_factor/recovery_codes',
    operationId: 'heddle-renew-recovery-codes',
    policy: 'humans',
    personal: true,
    scope: 'credentials',
    params: ChangeTwoFactorParams,
    response: NewRecoveryCodesResponse,
    async handle({ app, me, ip, params }) {
      await confirmPassword(app, ownAccount(me), ip, params.password);
      return { recovery_codes: await renewRecoveryCodes(app, ownAccount(me), ip, params.code) };
    },
  }),
];

const ofOrganization = [
  route({
    method: 'DELETE',
    path: '/users/:user_id/two_factor',
    operationId: 'heddle-reset-two-factor',
    policy: 'owners',
    scope: 'credentials',
    params: ResetTwoFactorPath,
    response: EmptyResponse,
    async write(tx, { me, params }) {
      const user = tx.cache.users.get(params.user_id);
      if (!user || user.isBot) throw noSuchUser();
      // Bots have no second factor to prove.
      if (me.user.isBot) throw apiError('permissions.bot');
      // Like all users, owners need the password and a code for their own account.
      if (user.id === me.id) throw apiError('two-factor.own-reset');
      if (!(await resetTwoFactor(tx, user))) throw apiError('two-factor.off');
    },
  }),
  route({
    method: 'GET',
    path: '/heddle/sign_in_policy',
    operationId: 'heddle-get-sign-in-policy',
    policy: 'humans',
    leaves: 'nothing',
    params: Type.Object({}),
    response: SignInPolicyResponse,
    handle: ({ app, me }) => signInPolicy(app.db.read, me.cache),
  }),
  route({
    method: 'PATCH',
    path: '/heddle/sign_in_policy',
    operationId: 'heddle-update-sign-in-policy',
    policy: 'owners',
    scope: 'credentials',
    params: UpdateSignInPolicyParams,
    response: SignInPolicyResponse,
    write: (tx, { params }) => updatePolicy(tx, params),
  }),
];

const passwords = [
  route({
    method: 'POST',
    path: '/heddle/users/:user_id/require_password_change',
    operationId: 'heddle-require-password-change',
    policy: 'owners',
    scope: 'credentials',
    params: RequirePasswordChangePath,
    response: EmptyResponse,
    async write(tx, { params }) {
      const user = tx.cache.users.get(params.user_id);
      if (!user?.isActive || user.isBot) throw noSuchUser();
      await requirePasswordChange(tx, user);
    },
  }),
];

export const twoFactorRoutes = [...own, ...ofOrganization, ...passwords];
