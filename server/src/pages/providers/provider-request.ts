/** A request to a page of a sign-in provider, and its error page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { startPath } from '../../features/external-sign-in/index.ts';
import type { SignInProvider } from '../../lib/config/oidc-config.ts';
import { sendPage } from '../layout/layout.ts';
import { providerTroublePage, troubleStatus, type ProviderTrouble } from './pages.ts';
import { frameFor, type Viewer } from '../viewer.ts';

export interface ProviderRequest {
  app: AppContext;
  viewer: Viewer;
  provider: SignInProvider;
  orgId: number;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** @param provider Or the unknown id in the request. */
export function sendProblem(
  reply: FastifyReply,
  viewer: Viewer,
  provider: SignInProvider | string,
  why: ProviderTrouble,
): FastifyReply {
  const [name, retry] = typeof provider === 'string' ? [provider] : [provider.name, startPath(provider)];
  const text = viewer.t(`provider.${why}`, { name });
  const shown = { name, text, ...(retry === undefined ? {} : { retry }) };
  return sendPage(reply, providerTroublePage(frameFor(viewer), shown), troubleStatus[why]);
}
