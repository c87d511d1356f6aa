/** /reset and /confirm-email: the links in e-mails change nothing when they are opened, only when the form is sent. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressToConfirm, confirmEmail } from '../features/users/change-email.ts';
import { personOfResetLink, requestPasswordReset, resetPassword } from '../features/users/reset-password.ts';
import type { Heddle } from '../heddle.ts';
import { ApiError } from '../http/errors.ts';
import { browserOf, refuseForeignPage } from '../sessions/browser.ts';
import {
  askedResetPage,
  askResetPage,
  confirmedPage,
  confirmPage,
  deadLinkPage,
  newPasswordPage,
} from './account-pages.ts';
import { fieldsOf } from './forms.ts';
import { guard, sendPage } from './layout.ts';
import { placeOf, type Place } from './place.ts';
import { visitorOf } from './visitor.ts';

/** Answers the text and status of a page, or an address to go to. */
type Show = (asked: Asked) => Promise<{ text: string; status?: number } | { to: string }>;

interface Asked {
  heddle: Heddle;
  orgId: number;
  place: Place;
  ip: string;
  token: string;
  field: (name: string) => string;
}

export function mountAccount(app: FastifyInstance, heddle: Heddle): void {
  const serve = (method: 'GET' | 'POST', url: string, show: Show) =>
    app.route({ method, url, handler: (request, reply) => answer(heddle, show, request, reply) });
  serve('GET', '/reset', ({ place }) => Promise.resolve({ text: askResetPage(place, '') }));
  serve('POST', '/reset', askReset);
  serve('GET', '/reset/:token', showReset);
  serve('POST', '/reset/:token', reset);
  serve('GET', '/confirm-email/:token', showConfirm);
  serve('POST', '/confirm-email/:token', confirm);
}

async function answer(
  heddle: Heddle,
  show: Show,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (request.method === 'POST') refuseForeignPage(heddle.config, request);
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  const { token = '' } = request.params as { token?: string };
  const { orgId } = visitor.directory;
  const shown = await show({
    heddle,
    orgId,
    place: placeOf(visitor.directory),
    ip: request.ip,
    token,
    field: fieldsOf(request),
  });
  if ('text' in shown) return sendPage(reply, shown.text, shown.status);
  browserOf(heddle.config, request, reply).keep(null, 0);
  return guard(reply).redirect(shown.to, 303);
}

const dead = (place: Place) => ({ text: deadLinkPage(place), status: 404 });

const askReset: Show = async ({ heddle, orgId, place, ip, field }) => {
  const email = field('email').trim();
  if (email === '') return { text: askResetPage(place, '', 'Give an e-mail address.'), status: 400 };
  try {
    await requestPasswordReset(heddle, { orgId, ip }, email);
  } catch (error) {
    return refused(error, (text) => askResetPage(place, email, text));
  }
  return { text: askedResetPage(place, email) };
};

const showReset: Show = async ({ heddle, orgId, place, token }) => {
  const user = await personOfResetLink(heddle, orgId, token);
  return user ? { text: newPasswordPage(place, token, user.deliveryEmail) } : dead(place);
};

const reset: Show = async ({ heddle, orgId, place, token, field }) => {
  const user = await personOfResetLink(heddle, orgId, token);
  if (!user) return dead(place);
  try {
    await resetPassword(heddle, orgId, token, field('password'));
  } catch (error) {
    return refused(error, (text) => newPasswordPage(place, token, user.deliveryEmail, text));
  }
  return { to: '/login?note=reset' };
};

const showConfirm: Show = async ({ heddle, orgId, place, token }) => {
  const email = await addressToConfirm(heddle, orgId, token);
  return email === undefined ? dead(place) : { text: confirmPage(place, token, email) };
};

const confirm: Show = async ({ heddle, orgId, place, token }) => {
  const email = await addressToConfirm(heddle, orgId, token);
  if (email === undefined) return dead(place);
  try {
    await confirmEmail(heddle, orgId, token);
  } catch (error) {
    return refused(error, (text) => confirmPage(place, token, email, text));
  }
  return { text: confirmedPage(place) };
};

function refused(error: unknown, show: (text: string) => string): { text: string; status: number } {
  if (!(error instanceof ApiError)) throw error;
  const text = error.code === 'RATE_LIMIT_HIT' ? 'Too many were asked for. Try again later.' : error.message;
  return { text: show(text), status: error.status };
}
