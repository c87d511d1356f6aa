/** The feature: folders. */
import { organizationWide } from '../../core/events/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { folderRoutes } from './routes.ts';
import { folderState } from './state.ts';

export { createFolder } from './actions.ts';
export { folderById, getFolders } from './queries.ts';

export const foldersFeature = defineFeature({
  routes: folderRoutes,
  events: { channel_folder: organizationWide },
  registerState: folderState,
});
