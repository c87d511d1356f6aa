/** Errors about GIF search. */
import { error } from './entry.ts';

export const gifErrors = {
  'gifs.not-configured': error('GIF search is not configured on this server.'),
  'gifs.disabled': error('GIFs are disabled in this organization.'),
  'gifs.unavailable': error('GIF search is not available at the moment.'),
};
