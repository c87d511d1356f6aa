/** Folders of channels, by id. */
import type { EventOf } from '../../../../wire/events.ts';
import type { ChannelFolder } from '../../../../wire/folders.ts';
import type { RegisterAnswer } from '../../../../wire/register.ts';
import type { State } from '../index.ts';

export type Folders = Map<number, ChannelFolder>;

export const foldersFromRegister = (answer: RegisterAnswer): Folders =>
  new Map((answer.channel_folders ?? []).map((folder) => [folder.id, { ...folder }]));

export function reduceFolders(state: State, event: EventOf<'channel_folder'>): void {
  if (event.op === 'add') {
    state.folders.set(event.channel_folder.id, { ...event.channel_folder });
    return;
  }
  if (event.op === 'update') {
    const folder = state.folders.get(event.channel_folder_id);
    if (folder) state.folders.set(folder.id, { ...folder, ...event.data });
    return;
  }
  for (const [place, id] of event.order.entries()) {
    const folder = state.folders.get(id);
    if (folder) state.folders.set(id, { ...folder, order: place });
  }
}
