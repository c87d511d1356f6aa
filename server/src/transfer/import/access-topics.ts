/** What decides in any product who may see and do what. Each reader declares what becomes of each, or does not compile. */
import type { AccessChange } from './records.ts';
import type { ReportBuilder } from './report.ts';

const accessTopics = [
  ...(['kinds of channels', 'history of channels', 'members of channels', 'posting'] as const),
  ...(['administering channels', 'editing and deleting messages', 'roles', 'addresses'] as const),
  ...(['presence and read receipts', 'invitations', 'what guests see', 'user groups'] as const),
] as const;
type AccessTopic = (typeof accessTopics)[number];

export type AccessFate =
  /** It is the same here, or narrower in single cases that the records say. */
  | 'kept'
  /** The product has nothing of the kind. */
  | 'none there'
  | { change: AccessChange; reason: string };

export type AccessFates = Readonly<Record<AccessTopic, AccessFate>>;

/** The organization decides what exports do not say, so access may become wider. */
export const decidedHere: AccessFate = {
  change: 'wider',
  reason: 'The export does not say it. What the settings here say holds, which may be more: check them.',
};

export function noteAccess(report: ReportBuilder, fates: AccessFates): void {
  for (const topic of accessTopics) {
    const fate = fates[topic];
    if (typeof fate !== 'string') report.access(fate.change, topic, fate.reason);
  }
}
