/** Errors about video calls. */
import { error } from './entry.ts';

export const callErrors = {
  'calls.not-configured': error('{provider} credentials have not been configured'),
  'calls.bigbluebutton-not-configured': error('BigBlueButton is not configured.'),
};
