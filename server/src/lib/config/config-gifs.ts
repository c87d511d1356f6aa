/** API keys of GIF search services. */
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

/** The first configured service is used. */
export const gifSettings = {
  giphyApiKey: key('GIPHY'),
  klipyApiKey: key('KLIPY'),
  tenorApiKey: key('Tenor'),
};
