/** Channel folders. */
import { Exact, Id, Ids, Nullable, optional, Type, UnixSeconds, type Static, type Examples } from './core.ts';

export const ChannelFolder = Exact({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String(),
  creator_id: Nullable(Id),
  date_created: UnixSeconds,
  is_archived: Type.Boolean(),
  // Position among the folders, from 0.
  order: Type.Integer(),
});
export type ChannelFolder = Static<typeof ChannelFolder>;

export const FolderPath = Type.Object({ channel_folder_id: Id });

/** GET /channel_folders */
export const GetFoldersParams = Type.Object({ include_archived: Type.Boolean({ default: false }) });
export const GetFoldersResponse = Exact({ channel_folders: Type.Array(ChannelFolder) });

/** POST /channel_folders/create */
export const CreateFolderParams = Type.Object({
  name: Type.String(),
  description: Type.String({ default: '' }),
});
export type CreateFolderParams = Static<typeof CreateFolderParams>;
export const CreateFolderResponse = Exact({ channel_folder_id: Id });

/** PATCH /channel_folders/{channel_folder_id} */
export const UpdateFolderParams = Type.Object({
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  is_archived: Type.Optional(Type.Boolean()),
});
export type UpdateFolderParams = Static<typeof UpdateFolderParams>;

/** PATCH /channel_folders: all ids, including archived ones, in the new order. */
export const ReorderFoldersParams = Type.Object({ order: Ids });

const folderEvent = { id: Type.Integer(), type: Type.Literal('channel_folder') };

export const FolderChanges = Exact(
  optional({
    name: Type.String(),
    description: Type.String(),
    // Only with `description`.
    rendered_description: Type.String(),
    is_archived: Type.Boolean(),
  }),
);
export type FolderChanges = Static<typeof FolderChanges>;

const FolderEvent = Type.Union([
  Exact({ ...folderEvent, op: Type.Literal('add'), channel_folder: ChannelFolder }),
  Exact({ ...folderEvent, op: Type.Literal('update'), channel_folder_id: Id, data: FolderChanges }),
  Exact({ ...folderEvent, op: Type.Literal('reorder'), order: Ids }),
]);

export const folderState = { channel_folders: { channel_folders: Type.Array(ChannelFolder) } };

export const folderEvents = { channel_folder: FolderEvent };

export const folderExamples: Examples<typeof folderEvents> = {
  channel_folder: {
    'a folder archived': {
      id: 1,
      type: 'channel_folder',
      op: 'update',
      channel_folder_id: 3,
      data: { is_archived: true },
    },
    'folders in another order': { id: 1, type: 'channel_folder', op: 'reorder', order: [3, 1] },
  },
};
