/** The feature: folders. */
import { EmptyResponse } from '../../../../wire/core.ts';
import {
  CreateFolderResponse,
  CreateFolderParams,
  FolderPath,
  GetFoldersResponse,
  GetFoldersParams,
  ReorderFoldersParams,
  UpdateFolderParams,
} from '../../../../wire/folders.ts';
import { organizationWide } from '../../core/events/index.ts';
import type { StateFetchers } from '../../core/context/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { route, withPath } from '../../http/route.ts';
import { createFolder, reorderFolders, updateFolder, getFolders } from './actions.ts';

export { createFolder, folderById, getFolders } from './actions.ts';

const folderRoutes = [
  route({
    method: 'GET',
    path: '/channel_folders',
    operationId: 'get-channel-folders',
    policy: 'signedIn',
    scope: 'directory',
    params: GetFoldersParams,
    response: GetFoldersResponse,
    handle: async ({ app, me, params }) => ({
      channel_folders: await getFolders(app.db.read, me.orgId, { includeArchived: params.include_archived }),
    }),
  }),
  route({
    method: 'POST',
    path: '/channel_folders/create',
    operationId: 'create-channel-folder',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: CreateFolderParams,
    response: CreateFolderResponse,
    write: async (tx, { me, params }) => ({ channel_folder_id: await createFolder(tx, me.id, params) }),
  }),
  route({
    method: 'PATCH',
    path: '/channel_folders',
    operationId: 'patch-channel-folders',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: ReorderFoldersParams,
    response: EmptyResponse,
    write: (tx, { params }) => reorderFolders(tx, params.order),
  }),
  route({
    method: 'PATCH',
    path: '/channel_folders/:channel_folder_id',
    operationId: 'update-channel-folder',
    policy: 'administrators',
    scope: 'administer',
    leaves: 'nothing',
    params: withPath(FolderPath, UpdateFolderParams),
    response: EmptyResponse,
    write: (tx, { me, params }) => updateFolder(tx, me, params.channel_folder_id, params),
  }),
];

const folderState: Pick<StateFetchers, 'channel_folders'> = {
  channel_folders: async ({ tx }) => ({
    channel_folders: await getFolders(tx, tx.orgId, { includeArchived: true }),
  }),
};

export const foldersFeature = defineFeature({
  routes: folderRoutes,
  events: { channel_folder: organizationWide },
  registerState: folderState,
});
