/** Folders of channels, which administrators manage. */
import type { ApiFailure, Params } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { ask } from './request/outcome.ts';

export const createFolder = (
  { api }: Client,
  name: string,
  description: string,
): Promise<ApiFailure | undefined> => ask(api.post('/channel_folders/create', { name, description }));

export const updateFolder = ({ api }: Client, id: number, change: Params): Promise<ApiFailure | undefined> =>
  ask(api.patch(`/channel_folders/${id}`, change));

/**
 * Applied optimistically; rolled back if the server refuses.
 * @param order all folders, archived ones included
 */
export async function orderFolders(
  { api, live }: Client,
  order: readonly number[],
): Promise<ApiFailure | undefined> {
  const before = [...live.peek().folders.values()].sort((a, b) => a.order - b.order).map(({ id }) => id);
  const show = (ids: readonly number[]): void =>
    live.change(['folders'], [], ({ folders }) => {
      for (const [place, id] of ids.entries()) {
        const folder = folders.get(id);
        if (folder !== undefined) folder.order = place;
      }
    });
  show(order);
  const failure = await ask(api.patch('/channel_folders', { order }));
  if (failure !== undefined) show(before);
  return failure;
}
