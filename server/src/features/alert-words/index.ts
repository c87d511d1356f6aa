/** The feature: alert words. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { alertWordRoutes } from './routes.ts';
import { alertWordState } from './state.ts';

export { addAlertWords } from './actions.ts';
export { alertedBy } from './alerted.ts';

export const alertWordsFeature = defineFeature({
  routes: alertWordRoutes,
  events: { alert_words: personal },
  registerState: alertWordState,
});
