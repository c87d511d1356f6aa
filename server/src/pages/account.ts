/** /reset, /confirm-email, /confirm-former and /undo-email. Opening a link changes nothing until the form is submitted. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { getBrowser } from '../core/sessions/index.ts';
import {
  awaitsFirstSignIn,
  makeResetLink,
  personOfResetLink,
  requestPasswordReset,
  resetPassword,
  sealAddress,
} from '../features/sign-in/index.ts';
import {
  addressToConfirm,
  addressToRestore,
  confirmEmail,
  type EmailLink,
  undoEmailChange,
} from '../features/users/index.ts';
import {
  askedResetPage,
  askResetPage,
  confirmedPage,
  confirmPage,
  deadLinkPage,
  newPasswordPage,
  undoPage,
  waitingPage,
} from './account-pages.ts';
import { getFields } from './layout/forms.ts';
import { guard, sendPage, type Page, type OrganizationFrame } from './layout/layout.ts';
import { problemFor } from './layout/form-problem.ts';
import { frameFor, resolveViewer } from './viewer.ts';
import type { Callers } from '../http/callers.ts';
import { pathParam } from '../http/request/values.ts';

/** Returns a page and its status, or an address to redirect to. */
type Show = (asked: LoginRequest) => Promise<{ page: Page; status?: number } | { to: string }>;

interface LoginRequest {
  app: AppContext;
  orgId: number;
  frame: OrganizationFrame;
  ip: string;
  token: string;
  field: (name: string) => string;
}

export function mountAccount(fastify: FastifyInstance, app: AppContext): void {
  const serve = (method: 'GET' | 'POST', url: string, show: Show, callers: Callers = 'secret') =>
    fastify.route({
      method,
      url,
      config: { callers },
      handler: (request, reply) => response(app, show, request, reply),
    });
  serve(
    'GET',
    '/reset',
    ({ app, frame }) =>
      Promise.resolve({ page: askResetPage(frame, { email: '', delivers: sendsEmail(app) }) }),
    'anyone',
  );
  serve('POST', '/reset', askReset, 'anyone');
  serve('GET', '/reset/:token', showReset);
  serve('POST', '/reset/:token', reset);
  serve('GET', '/confirm-email/:token', showConfirm('email'));
  serve('POST', '/confirm-email/:token', confirm('email'));
  serve('GET', '/confirm-former/:token', showConfirm('former'));
  serve('POST', '/confirm-former/:token', confirm('former'));
  serve('GET', '/undo-email/:token', showUndo);
  serve('POST', '/undo-email/:token', undo);
}

async function response(
  app: AppContext,
  show: Show,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const { orgId } = viewer.cache;
  const shown = await show({
    app,
    orgId,
    frame: frameFor(viewer),
    ip: request.ip,
    token: pathParam(request, 'token'),
    field: getFields(request),
  });
  if ('page' in shown) return sendPage(reply, shown.page, shown.status);
  getBrowser(app.config, request, reply).keep(null, 0);
  return guard(reply).redirect(shown.to, 303);
}

const dead = (frame: OrganizationFrame, of: 'password' | 'address') => ({
  page: deadLinkPage(frame, of),
  status: 404,
});

const sendsEmail = ({ config }: AppContext): boolean => config.smtpUrl !== undefined;

const askReset: Show = async ({ app, orgId, frame, ip, field }) => {
  const email = field('email').trim();
  const delivers = sendsEmail(app);
  if (email === '')
    return { page: askResetPage(frame, { email, delivers }, frame.t('reset.noEmail')), status: 400 };
  try {
    await requestPasswordReset(app, { orgId, ip }, email);
  } catch (error) {
    return refused(frame, error, (text) => askResetPage(frame, { email, delivers }, text));
  }
  return { page: askedResetPage(frame, email, delivers) };
};

const showReset: Show = async ({ app, orgId, frame, token }) => {
  const user = await personOfResetLink(app, orgId, token);
  if (!user) return dead(frame, 'password');
  const isFirst = await awaitsFirstSignIn(app.db.read, orgId, user.id);
  return { page: newPasswordPage(frame, { token, email: user.deliveryEmail, isFirst }) };
};

const reset: Show = async ({ app, orgId, frame, token, field }) => {
  const user = await personOfResetLink(app, orgId, token);
  if (!user) return dead(frame, 'password');
  const isFirst = await awaitsFirstSignIn(app.db.read, orgId, user.id);
  try {
    await resetPassword(app, orgId, token, field('password'), { keepsKeys: field('keep') !== '' });
  } catch (error) {
    return refused(frame, error, (text) =>
      newPasswordPage(frame, { token, email: user.deliveryEmail, isFirst }, text),
    );
  }
  return { to: `/login?note=reset&for=${sealAddress(app, orgId, user.deliveryEmail)}` };
};

const showConfirm =
  (kind: EmailLink): Show =>
  async ({ app, orgId, frame, token }) => {
    const email = await addressToConfirm(app, orgId, kind, token);
    return email === undefined
      ? dead(frame, 'address')
      : { page: confirmPage(frame, { kind, token, email }) };
  };

const confirm =
  (kind: EmailLink): Show =>
  async ({ app, orgId, frame, token }) => {
    const email = await addressToConfirm(app, orgId, kind, token);
    if (email === undefined) return dead(frame, 'address');
    try {
      const isDone = await confirmEmail(app, orgId, kind, token);
      return { page: isDone ? confirmedPage(frame) : waitingPage(frame) };
    } catch (error) {
      return refused(frame, error, (text) => confirmPage(frame, { kind, token, email }, text));
    }
  };

const showUndo: Show = async ({ app, orgId, frame, token }) => {
  const email = await addressToRestore(app, orgId, token);
  return email === undefined ? dead(frame, 'address') : { page: undoPage(frame, token, email) };
};

const undo: Show = async ({ app, orgId, frame, token }) => {
  const email = await addressToRestore(app, orgId, token);
  if (email === undefined) return dead(frame, 'address');
  try {
    const user = await undoEmailChange(app, orgId, token);
    return { to: await makeResetLink(app, await app.organizations.cache(orgId), user) };
  } catch (error) {
    return refused(frame, error, (text) => undoPage(frame, token, email, text));
  }
};

function refused({ t }: OrganizationFrame, error: unknown, show: (text: string) => Page) {
  const { text, status } = problemFor(t, error);
  return { page: show(text), status };
}
