/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

export interface ShowPreviews {
  messageId: number;
  /** In the order in which they are shown. */
  links: string[];
  /** SHA-256 of the content that has the links: of another, another job takes care. */
  digest: string;
  /** How often it has been put off. */
  delays?: number;
}

export const jobs = {
  /** Shows what a message's links lead to. */
  showPreviews: jobKind<ShowPreviews>('showWebsitePreviews'),
};
