import type { ServicePart } from './parts.ts';
import type { HostileService } from './service.ts';

/** What hostile inputs are sent to. */
export interface Target {
  url: string;
  /** Base64 of the owner's `email:key`. */
  authorization: string;
  smtpPort: number;
  /** The data folder of the server. */
  folder: string;
  services: HostileService<ServicePart>;
  models: HostileService<'models' | 'calls'>;
}

export interface HostileInput {
  what: string;
  /** @returns the outcome in a word, such as the status */
  send: () => Promise<string>;
}
