/** Uploads avatars, the organization's icon and logos, and custom emoji. */
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask } from '../request/outcome.ts';

export const setOwnPicture = ({ api }: Client, file: File): Promise<ApiFailure | undefined> =>
  ask(api.sendFile('/users/me/avatar', file));

export const removeOwnPicture = ({ api }: Client): Promise<ApiFailure | undefined> =>
  ask(api.delete('/users/me/avatar'));

export const setBotPicture = ({ api }: Client, id: number, file: File): Promise<ApiFailure | undefined> =>
  ask(api.sendFile(`/bots/${String(id)}`, file, { method: 'PATCH' }));

export const addEmoji = ({ api }: Client, name: string, file: File): Promise<ApiFailure | undefined> =>
  ask(api.sendFile(`/realm/emoji/${encodeURIComponent(name)}`, file));

export const deactivateEmoji = ({ api }: Client, name: string): Promise<ApiFailure | undefined> =>
  ask(api.delete(`/realm/emoji/${encodeURIComponent(name)}`));

export type OrganizationPicture = 'icon' | 'logo' | 'night_logo';

export const setOrganizationPicture = (
  { api }: Client,
  kind: OrganizationPicture,
  file: File,
): Promise<ApiFailure | undefined> =>
  ask(
    api.sendFile(
      kind === 'icon' ? '/realm/icon' : `/realm/logo?night=${String(kind === 'night_logo')}`,
      file,
    ),
  );

export const removeOrganizationPicture = (
  { api }: Client,
  kind: OrganizationPicture,
): Promise<ApiFailure | undefined> =>
  ask(
    kind === 'icon' ? api.delete('/realm/icon') : api.delete('/realm/logo', { night: kind === 'night_logo' }),
  );
