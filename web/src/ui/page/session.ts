/** Leaving: the device forgets, the session ends on the server, then the page shows where to sign in. */
import { failureOf } from '../../api.ts';
import type { Client } from '../../client.ts';

export async function signOut({ api, shelf, sync }: Client): Promise<void> {
  sync.stop();
  await shelf?.erase();
  try {
    await api.delete('/heddle/session');
  } catch (error) {
    failureOf(error);
  }
  window.location.assign('/login');
}

/** Nothing was shown yet, or nothing that the server still stands by: there is no page to stay on. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.replace(`/login?next=${encodeURIComponent(pathname + search)}`);
}
