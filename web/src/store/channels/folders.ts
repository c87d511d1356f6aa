/** Folders of channels, by id. */
import type { EventOf } from '../../../../wire/events.ts';
import type { ChannelFolder } from '../../../../wire/folders.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';

type Folders = Map<number, ChannelFolder>;

const foldersFromRegister = (response: RegisterResponse): Folders =>
  new Map((response.channel_folders ?? []).map((folder) => [folder.id, { ...folder }]));

function reduceFolders({ folders }: { folders: Folders }, event: EventOf<'channel_folder'>): void {
  if (event.op === 'add') {
    folders.set(event.channel_folder.id, { ...event.channel_folder });
    return;
  }
  if (event.op === 'update') {
    const folder = folders.get(event.channel_folder_id);
    if (folder) folders.set(folder.id, { ...folder, ...event.data });
    return;
  }
  for (const [place, id] of event.order.entries()) {
    const folder = folders.get(id);
    if (folder) folders.set(id, { ...folder, order: place });
  }
}

export const folders = defineNoun({
  keys: ['channel_folders'],
  state: { folders: foldersFromRegister },
  reducers: { channel_folder: reduceFolders },
});
