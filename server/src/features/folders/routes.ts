import { EmptyAnswer } from '../../../../wire/core.ts';
import {
  CreateFolderAnswer,
  CreateFolderParams,
  FolderPath,
  GetFoldersAnswer,
  GetFoldersParams,
  ReorderFoldersParams,
  UpdateFolderParams,
} from '../../../../wire/folders.ts';
import { route, withPath } from '../../http/route.ts';
import { createFolder, reorderFolders, updateFolder } from './actions.ts';
import { foldersOf } from './queries.ts';

export const folderRoutes = [
  route({
    method: 'GET',
    path: '/channel_folders',
    operationId: 'get-channel-folders',
    policy: 'signedIn',
    params: GetFoldersParams,
    answer: GetFoldersAnswer,
    handle: async ({ app, me, params }) => ({
      channel_folders: await foldersOf(app.db.read, me.orgId, params.include_archived),
    }),
  }),
  route({
    method: 'POST',
    path: '/channel_folders/create',
    operationId: 'create-channel-folder',
    policy: 'administrators',
    params: CreateFolderParams,
    answer: CreateFolderAnswer,
    handle: async ({ app, me, params }) => ({
      channel_folder_id: await app.db.write(me.orgId, me, (tx) => createFolder(tx, me.id, params)),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/channel_folders',
    operationId: 'patch-channel-folders',
    policy: 'administrators',
    params: ReorderFoldersParams,
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => reorderFolders(tx, params.order));
      return {};
    },
  }),
  route({
    method: 'PATCH',
    path: '/channel_folders/:channel_folder_id',
    operationId: 'update-channel-folder',
    policy: 'administrators',
    params: withPath(FolderPath, UpdateFolderParams),
    answer: EmptyAnswer,
    handle: async ({ app, me, params }) => {
      await app.db.write(me.orgId, me, (tx) => updateFolder(tx, me, params.channel_folder_id, params));
      return {};
    },
  }),
];
