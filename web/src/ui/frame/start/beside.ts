/** Background tasks of the page, loaded once it is shown. */
import type { Client } from '../../../connection/client.ts';
import { findBridge } from '../desktop/bridge.ts';
import { startNotices, type Notices } from '../../parts/notices/notices.ts';
import { keepPush } from '../../parts/notices/push-subscription.ts';
import { drafts } from '../../compose/state/state.ts';
import { followDrafts } from '../../conversation/topic/draft-places.ts';
import { retryLostImages } from './lost-images.ts';
import { reportPresence } from '../desktop/presence.ts';
import { startWorker } from './worker.ts';

export type Beside = Notices;

export async function startBeside(client: Client): Promise<Beside> {
  const bridge = findBridge();
  if (bridge !== undefined) (await import('../desktop/desktop.tsx')).startDesktop(client, bridge);
  retryLostImages();
  followDrafts(client);
  // Another tab may have changed or sent them.
  window.addEventListener('focus', () => drafts.readAgain());
  reportPresence(client);
  startWorker(client);
  // A browser that refuses stays without; the settings show it.
  keepPush(client).catch(() => undefined);
  return startNotices(client);
}
