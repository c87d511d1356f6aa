/** Keys of services that GIFs are searched at. */
import { Type } from '../../../../wire/core.ts';

const key = (service: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      value: 'key',
      expects: 'an API key',
      description: `API key of ${service}, for GIF search`,
      isSecret: true,
    }),
  );

/** The first one that is set counts. */
export const gifSettings = {
  giphyApiKey: key('GIPHY'),
  klipyApiKey: key('KLIPY'),
  tenorApiKey: key('Tenor'),
};
