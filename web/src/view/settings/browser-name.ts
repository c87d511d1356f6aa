/** A browser in a word or two, from its user agent. */
import { agentParts } from '../../../../wire/user-agents.ts';

/** "Firefox · Linux"; the user agent itself where it is unknown. */
export const browserName = (userAgent: string): string =>
  agentParts(userAgent).join(' · ') || userAgent || '?';
