/** /calls/…: connects an account at a video call provider, and joins BigBlueButton meetings. For signed-in users. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import type { Principal } from '../core/organization/index.ts';
import {
  type AccountProvider,
  bigBlueButtonJoinPath,
  connectedPath,
  endConnecting,
  joinBigBlueButtonCall,
  openConnecting,
  startConnecting,
} from '../features/calls/index.ts';
import { organizationUrl } from '../http/urls.ts';
import { textIn } from './app-flow.ts';
import { html, Html } from './layout/html.ts';
import { guard, page, sendPage, type OrganizationFrame, type Page } from './layout/layout.ts';
import { problemFor } from './layout/form-problem.ts';
import { frameFor, resolveViewer, knownSite, type Viewer } from './viewer.ts';

const registerPath = (provider: AccountProvider): string => `/calls/${provider}/register`;
const names: Readonly<Record<AccountProvider, string>> = { zoom: 'Zoom', webex: 'Webex' };

interface CallPageRequest {
  app: AppContext;
  me: Principal;
  /** The session token. */
  session: string;
  query: unknown;
}

/** A page, or an address to redirect to. */
type PageOrRedirect = { page: Page; script?: string } | { to: string };

export function mountCalls(fastify: FastifyInstance, app: AppContext): void {
  const serve = (
    path: string,
    title: (viewer: Viewer) => string,
    show: (visit: CallPageRequest, viewer: Viewer) => Promise<PageOrRedirect>,
  ) =>
    fastify.get(path, { config: { callers: 'session' } }, (request, reply) =>
      visited(app, { request, reply }, title, show),
    );
  for (const provider of ['zoom', 'webex'] as const) {
    const failed = ({ t }: Viewer) => t('calls.connectFailed', { provider: names[provider] });
    serve(registerPath(provider), failed, ({ me, session }) =>
      Promise.resolve({ to: startConnecting(app, me, provider, session) }),
    );
    fastify.get(
      connectedPath(provider),
      { config: { callers: 'session' } },
      (request, reply) =>
        sendToOrganization(app, request, reply) ??
        visited(app, { request, reply }, failed, async (visit, viewer) => {
          const [state, code] = [textIn(visit.query, 'state') ?? '', textIn(visit.query, 'code') ?? ''];
          const { name } = await endConnecting(app, visit.me, {
            provider,
            state,
            code,
            session: visit.session,
          });
          return { page: connectedPage(frameFor(viewer), name), script: closeHash };
        }),
    );
  }
  serve(
    bigBlueButtonJoinPath,
    ({ t }) => t('calls.joinFailed'),
    async ({ me, query }) => ({
      to: await joinBigBlueButtonCall(app, me, textIn(query, 'bigbluebutton') ?? ''),
    }),
  );
}

/** Providers return to the root host; this redirects to the host of the organization in the sealed state, which has the session. */
function sendToOrganization(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  const site = knownSite(app, request, reply);
  if (!site) return reply;
  const orgId = openConnecting(app, textIn(request.query, 'state') ?? '')?.orgId;
  const organization = app.organizations.names.find(({ id }) => id === orgId);
  if (!organization || organization.id === site.orgId) return undefined;
  return guard(reply).redirect(organizationUrl(app, organization.subdomain) + request.url, 303);
}

async function visited(
  app: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  title: (viewer: Viewer) => string,
  show: (visit: CallPageRequest, viewer: Viewer) => Promise<PageOrRedirect>,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const { me, browser } = viewer;
  if (!me || browser.token === undefined)
    return guard(reply).redirect(`/login?next=${encodeURIComponent(request.url)}`, 303);
  try {
    const shown = await show({ app, me, session: browser.token, query: request.query }, viewer);
    if ('to' in shown) return await guard(reply).redirect(shown.to, 303);
    const { script } = shown;
    return await sendPage(reply, shown.page, 200, script === undefined ? {} : { script });
  } catch (error) {
    const { text, status } = problemFor(viewer.t, error);
    return sendPage(reply, troublePage(frameFor(viewer), title(viewer), text), status);
  }
}

/** The window was opened only for this page. */
const closeScript = 'window.close();';
const closeHash = `sha256-${createHash('sha256').update(closeScript).digest('base64')}`;

function connectedPage(frame: OrganizationFrame, provider: string): Page {
  const title = frame.t('calls.connected', { provider });
  return page(
    frame,
    title,
    html`<h1>${title}</h1>
      <p class="quiet">${frame.t('calls.close')}</p>
      ${new Html(`<script>${closeScript}</script>`)}`,
  );
}

function troublePage(frame: OrganizationFrame, title: string, text: string): Page {
  return page(
    frame,
    frame.t('common.wrong', { title }),
    html`<h1>${title}</h1>
      <p class="trouble" role="alert">${text}</p>`,
  );
}
