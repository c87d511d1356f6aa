/** The email address that posts a person's emails to a channel. */
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask, toOutcome, type Outcome } from './request/outcome.ts';

const path = (channelId: number): string => `/streams/${String(channelId)}/email_address`;

/** Empty if the server receives no emails. */
export const fetchChannelEmail = ({ api }: Client, channelId: number): Promise<Outcome<string>> =>
  toOutcome(api.get<{ email: string }>(path(channelId)).then(({ email }) => email));

/** The old address is refused from then on. */
export const replaceChannelEmail = ({ api }: Client, channelId: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(path(channelId)));
