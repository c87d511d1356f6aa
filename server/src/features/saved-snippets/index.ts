/** The feature: saved snippets. */
import { defineFeature } from '../../http/feature.ts';
import { snippetRoutes } from './routes.ts';
import { snippetState } from './state.ts';

export const savedSnippetsFeature = defineFeature({
  routes: snippetRoutes,
  registerState: snippetState,
});
