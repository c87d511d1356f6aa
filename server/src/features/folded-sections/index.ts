/** The feature: collapsed sections of the sidebar. */
import { personal } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { getFoldedSections } from './queries.ts';
import { foldedSectionRoutes } from './routes.ts';

export const foldedSectionsFeature = defineFeature({
  routes: foldedSectionRoutes,
  events: { heddle_folded_section: personal },
  registerState: {
    heddle_folded_section: async ({ tx, me }) => ({
      heddle_folded_sections: await getFoldedSections(tx, me.id),
    }),
  },
});
