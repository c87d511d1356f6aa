/** The service worker: keeps the page for times without a connection, and opens the conversation of a notification. */
import { effect } from '@preact/signals';
import type { Client } from '../../../client.ts';
import { parseAddress } from '../../../view/narrow/address.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../base/overlays/toast.tsx';
import { navigate } from '../location.ts';

export function startWorker(client: Client): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Some browsers and some people forbid it; the page does without.
  const registered = serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open: string }>) =>
    navigate(parseAddress(data.open)),
  );
  serviceWorker.addEventListener('controllerchange', () => void offerNewer());
  // This page may be of the build before: a newer one is taken at the next visit, or when the person likes.
  void registered.then((worker) => worker?.update()).catch(() => undefined);
  lookForNewer(client, registered);
  if (serviceWorker.controller === null)
    serviceWorker.addEventListener('controllerchange', keepLoaded, { once: true });
}

/** What the first visit has loaded before there was a worker, as the texts of its language, comes from the browser's own cache. */
function keepLoaded(): void {
  for (const { name } of performance.getEntriesByType('resource'))
    if (new URL(name).pathname.startsWith('/assets/')) void fetch(name).catch(() => undefined);
}

/** Anyone who comes back after a while may meet a newer server. */
function lookForNewer({ sync }: Client, registered: Promise<ServiceWorkerRegistration | undefined>): void {
  let wasAway = false;
  effect(() => {
    const { kind } = sync.connection.value;
    if (kind === 'online' && wasAway)
      void registered.then((worker) => worker?.update()).catch(() => undefined);
    wasAway = kind !== 'online';
  });
}

/** A worker names the script of its build. A page of another build is not replaced of itself: something may be half written. */
async function offerNewer(): Promise<void> {
  const own = new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '').pathname;
  const worker = await fetch('/sw.js')
    .then((response) => response.text())
    .catch(() => undefined);
  // Without a connection the next visit finds out.
  if (worker === undefined || worker.includes(own)) return;
  toast({
    text: t('frame.updated'),
    isLasting: true,
    action: { text: t('frame.reload'), onChoose: () => window.location.reload() },
  });
}
