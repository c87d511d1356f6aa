/** Signs out: deletes local data, ends the session on the server, then opens the sign-in page. */
import { getFailure } from '../../../connection/api.ts';
import type { Client } from '../../../connection/client.ts';
import { clearLocalData } from './personal-data.ts';

export async function signOut(client: Client): Promise<void> {
  await clearUserData(client);
  try {
    await client.api.delete('/heddle/session');
  } catch (error) {
    getFailure(error);
  }
  window.location.assign('/login');
}

/** Deletes everything of a user on this device. */
export async function clearUserData({ offlineCache, sync }: Client): Promise<void> {
  sync.stop();
  clearLocalData();
  await offlineCache?.erase();
}

/** Nothing was shown yet, or nothing that the server still confirms: there is no page to stay on. */
export function goToSignIn(): void {
  const { pathname, search, hash } = window.location;
  window.location.replace(`/login?next=${encodeURIComponent(pathname + search + hash)}`);
}
