/** A person's browsers and apps that receive push notifications, and why a message was notified. */
import type { Static } from '../../../wire/core.ts';
import type { GetNotificationResponse } from '../../../wire/notifications.ts';
import type {
  AddPushSubscriptionParams,
  GetPushSubscriptionsResponse,
  TestPushSubscriptionsResponse,
} from '../../../wire/push-subscriptions.ts';
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask, toOutcome, type Outcome } from './request/outcome.ts';

export type PushDevices = Static<typeof GetPushSubscriptionsResponse>;
export type PushTestResult = TestPushSubscriptionsResponse['results'][number];

const path = '/heddle/push_subscriptions';

export const fetchPushDevices = ({ api }: Client): Promise<Outcome<PushDevices>> =>
  toOutcome(api.get<PushDevices>(path));

export const addPushDevice = (
  { api }: Client,
  subscription: AddPushSubscriptionParams,
): Promise<ApiFailure | undefined> => ask(api.post(path, { ...subscription }));

export const removePushDevice = ({ api }: Client, id: number): Promise<ApiFailure | undefined> =>
  ask(api.delete(`${path}/${String(id)}`));

/** Sends a test notification to all of them. */
export const testPushDevices = ({ api }: Client): Promise<Outcome<readonly PushTestResult[]>> =>
  toOutcome(api.post<TestPushSubscriptionsResponse>(`${path}/test`).then(({ results }) => results));

export const fetchNotificationReason = (
  { api }: Client,
  messageId: number,
): Promise<Outcome<GetNotificationResponse>> =>
  toOutcome(api.get<GetNotificationResponse>(`/heddle/notifications/${String(messageId)}`));
