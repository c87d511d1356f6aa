/** /login/code, /login/setup and /login/continue: the steps after a correct password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { useOnce } from '../core/limits/index.ts';
import { listPasskeys } from '../core/two-factor/index.ts';
import {
  checkCode,
  getSecondStep,
  makeResetLink,
  mustChangePassword,
  openSignIn,
  sealSignIn,
  type PasswordSignIn,
} from '../features/sign-in/index.ts';
import { linkIdentity } from '../features/external-sign-in/index.ts';
import { confirmSetup, newChallenge, startSetup, usePasskey } from '../features/two-factor/index.ts';
import { finishSignIn, formTargets, type PageVisit } from './finish-sign-in.ts';
import { getFields } from './layout/forms.ts';
import { guard, sendPage } from './layout/layout.ts';
import { getAssertion, passkeyForm } from './passkey-form.ts';
import { codePage, recoveryPage, setupPage } from './second-step-pages.ts';
import { problemFor } from './layout/form-problem.ts';
import { frameFor, resolveViewer, type Viewer } from './viewer.ts';

type SendExpired = (app: AppContext, viewer: Viewer, reply: FastifyReply) => Promise<FastifyReply>;
type Step = (
  visit: PageVisit,
  signIn: PasswordSignIn,
  field: (name: string) => string,
) => Promise<FastifyReply>;

export function mountSecondStep(fastify: FastifyInstance, app: AppContext, sendExpired: SendExpired): void {
  const serve = (path: string, step: Step, { isDone = false } = {}) =>
    fastify.post(
      path,
      { config: { callers: 'secret' } },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const viewer = await resolveViewer(app, request, reply);
        if (!viewer) return reply;
        viewer.browser.refuseForeignPage();
        const field = getFields(request);
        const signIn = await openSignIn(app, viewer.cache.orgId, field('step'), { isDone });
        return signIn
          ? step({ app, viewer, request, reply }, signIn, field)
          : sendExpired(app, viewer, reply);
      },
    );
  serve('/login/code', enterCode);
  serve('/login/code/passkey', enterPasskey);
  serve('/login/setup', setUp);
  const proceed: Step = async (visit, signIn, field) => {
    const isFirst = await useOnce(app, `sign-in ${field('step')}`);
    return isFirst ? finish(visit, signIn) : sendExpired(app, visit.viewer, visit.reply);
  };
  serve('/login/continue', proceed, { isDone: true });
}

/** Signs the user in, or shows the second step if one is needed. */
export async function showSecondStep(visit: PageVisit, signIn: PasswordSignIn): Promise<FastifyReply> {
  const { app, viewer } = visit;
  const step = await getSecondStep(app, viewer.cache.orgId, signIn.user.id);
  if (step === 'none') return finish(visit, signIn);
  return step === 'code' ? sendCodePage(visit, signIn) : sendSetupPage(visit, signIn);
}

async function finish(visit: PageVisit, signIn: PasswordSignIn): Promise<FastifyReply> {
  const { app, viewer, reply } = visit;
  const { user, passwordHash, purpose } = signIn;
  if (await mustChangePassword(app.db.read, viewer.cache.orgId, user.id))
    return guard(reply).redirect(await makeResetLink(app, viewer.cache, user), 303);
  const account = { userId: user.id, passwordHash };
  const { identity } = purpose;
  if (!identity) return finishSignIn(visit, { account, purpose });
  const identityId = await linkIdentity(app, viewer.cache.orgId, user.id, identity);
  const external = { identityId, sid: identity.sid, idToken: null };
  return finishSignIn(visit, { account: { ...account, external }, purpose });
}

async function sendCodePage(
  { app, viewer, reply }: PageVisit,
  signIn: PasswordSignIn,
  problem?: string,
  status = 200,
) {
  const { orgId } = viewer.cache;
  const { user, purpose } = signIn;
  const step = sealSignIn(app, orgId, signIn);
  const passkeys = await listPasskeys(app.db.read, orgId, user.id);
  const form = {
    ...newChallenge(app, { orgId, kind: 'secondStep', userId: user.id }),
    action: '/login/code/passkey',
    button: viewer.t('signIn.passkeyStep'),
    isAlone: false,
    known: passkeys.map(({ credential_id }) => credential_id),
    fields: { step },
  };
  const passkey = passkeys.length === 0 ? null : passkeyForm(form);
  const page = codePage(frameFor(viewer), step, { problem, passkey });
  return sendPage(reply, page, status, { script: 'self', ...formTargets(purpose) });
}

async function sendSetupPage(
  { app, viewer, reply }: PageVisit,
  signIn: PasswordSignIn,
  { setup, problem, status = 200 }: { setup?: string; problem?: string; status?: number } = {},
) {
  const { orgId } = viewer.cache;
  const enrolment = await startSetup(app, { orgId, user: signIn.user }, setup);
  const step = sealSignIn(app, orgId, signIn);
  return sendPage(reply, setupPage(frameFor(viewer), { step, enrolment, problem }), status);
}

const enterCode: Step = async (visit, signIn, field) => {
  const { app, viewer, request } = visit;
  try {
    const from = { orgId: viewer.cache.orgId, ip: request.ip };
    await checkCode(app, from, signIn.user, field('code'));
  } catch (error) {
    const { text, status } = problemFor(viewer.t, error);
    return sendCodePage(visit, signIn, text, status);
  }
  return finish(visit, signIn);
};

const enterPasskey: Step = async (visit, signIn) => {
  const { app, viewer, request } = visit;
  const { state, assertion } = getAssertion(request);
  const at = { orgId: viewer.cache.orgId, origin: viewer.origin, userId: signIn.user.id };
  try {
    await usePasskey(app, at, state, assertion);
  } catch (error) {
    const { text, status } = problemFor(viewer.t, error);
    return sendCodePage(visit, signIn, text, status);
  }
  return finish(visit, signIn);
};

const setUp: Step = async (visit, signIn, field) => {
  const { app, viewer, reply } = visit;
  const { orgId } = viewer.cache;
  // A user who has a second factor must use it.
  if ((await getSecondStep(app, orgId, signIn.user.id)) !== 'setup') return showSecondStep(visit, signIn);
  const setup = field('setup');
  try {
    const codes = await confirmSetup(app, { orgId, user: signIn.user }, setup, field('code'));
    const step = sealSignIn(app, orgId, signIn, { isDone: true });
    const additions = formTargets(signIn.purpose);
    return await sendPage(reply, recoveryPage(frameFor(viewer), step, codes), 200, additions);
  } catch (error) {
    const { text, status } = problemFor(viewer.t, error);
    return sendSetupPage(visit, signIn, { setup, problem: text, status });
  }
};
