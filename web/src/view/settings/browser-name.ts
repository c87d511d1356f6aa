/** Short name of a browser, from its user agent. */
import { agentParts } from '../../../../wire/user-agents.ts';

/** "Firefox · Linux"; the user agent itself if it is unknown. */
export const browserName = (userAgent: string): string =>
  agentParts(userAgent).join(' · ') || userAgent || '?';
