/** Creating calls at the service that the organization has chosen. */
import type { Client } from '../connection/client.ts';
import type { CallProvider } from '../view/compose/call-link.ts';
import type { ApiFailure } from '../connection/api.ts';
import { ask, toOutcome, type Outcome } from './request/outcome.ts';

/** @returns the URL of a new call */
export function createCall(
  { api }: Client,
  { method, path, titleField }: Extract<CallProvider, { kind: 'created' }>,
  title: string,
): Promise<Outcome<string>> {
  const params = titleField === undefined ? {} : { [titleField]: title };
  // The URL of a meeting on the organization's own server is relative to that server.
  return toOutcome(
    api[method]<{ url: string }>(path, params).then(
      ({ url }) => new URL(url, globalThis.location.origin).href,
    ),
  );
}

export const disconnectCallAccount = (
  { api }: Client,
  provider: 'zoom' | 'webex',
): Promise<ApiFailure | undefined> => ask(api.delete(`/heddle/calls/accounts/${provider}`));
