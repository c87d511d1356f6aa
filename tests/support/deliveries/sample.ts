/** What a service posts, as its documentation shows it. What becomes of it is in `messages.txt`. */
import type { WebhookParams } from '../../../wire/integrations.ts';

export interface Sample {
  integration: string;
  /** What happened, for the name of the test. */
  what: string;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or a text where the service posts one. */
  body: unknown;
  params?: WebhookParams;
}
