/** The feature: saved snippets. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { snippetRoutes } from './routes.ts';
import { snippetState } from './state.ts';

export { createSnippet } from './actions.ts';

export const savedSnippetsFeature = defineFeature({
  routes: snippetRoutes,
  events: { saved_snippets: personal },
  registerState: snippetState,
});
