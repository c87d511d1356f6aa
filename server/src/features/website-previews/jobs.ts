/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface ShowPreviews {
  messageId: number;
  /** In display order. */
  links: string[];
  /** SHA-256 of the content with these links: edited content has its own job. */
  digest: string;
  /** How often it has been deferred. */
  delays?: number;
}

export const jobs = {
  /** Shows the previews of the links of a message. */
  showPreviews: jobKind<ShowPreviews>('showWebsitePreviews'),
};
