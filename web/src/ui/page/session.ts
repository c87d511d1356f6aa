/** Leaving: the device forgets, the session ends on the server, then the page shows where to sign in. */
import { failureOf } from '../../api.ts';
import type { Client } from '../../client.ts';
import { forgetHere } from './words.ts';

export async function signOut(client: Client): Promise<void> {
  await forgetPerson(client);
  try {
    await client.api.delete('/heddle/session');
  } catch (error) {
    failureOf(error);
  }
  window.location.assign('/login');
}

/** All that is here of whoever was signed in. */
export async function forgetPerson({ shelf, sync }: Client): Promise<void> {
  sync.stop();
  forgetHere();
  await shelf?.erase();
}

/** Nothing was shown yet, or nothing that the server still stands by: there is no page to stay on. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.replace(`/login?next=${encodeURIComponent(pathname + search)}`);
}
