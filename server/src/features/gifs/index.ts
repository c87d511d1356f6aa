/** The feature: GIF search. */
import { SearchGifsParams, SearchGifsResponse } from '../../../../wire/gifs.ts';
import { defineFeature } from '../../http/feature.ts';
import { route } from '../../http/route.ts';
import { searchGifs } from './search.ts';

export { getGifService } from './services.ts';

export const gifsFeature = defineFeature({
  routes: [
    route({
      method: 'GET',
      path: '/heddle/gifs',
      operationId: 'heddle-search-gifs',
      policy: 'signedIn',
      leaves: 'nothing',
      params: SearchGifsParams,
      response: SearchGifsResponse,
      handle: ({ app, me, params }) => searchGifs(app, me, params),
    }),
  ],
});
