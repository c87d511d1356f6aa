/** Leaving: the session ends on the server, then the page shows where to sign in. */
import { failureOf, type Api } from '../../api.ts';

export async function signOut(api: Api): Promise<void> {
  try {
    await api.delete('/heddle/session');
  } catch (error) {
    failureOf(error);
  }
  window.location.assign('/login');
}
