/** The service worker: caches the page for offline use, and opens the conversation of a notification. */
import { effect } from '@preact/signals';
import type { Client } from '../../../connection/client.ts';
import { parseAddress } from '../../../view/narrow/address.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { navigate } from '../../page/location.ts';

export function startWorker(client: Client): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  // Browsers or people may disable it; the page works without.
  const registered = serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ open: string }>) =>
    navigate(parseAddress(data.open)),
  );
  serviceWorker.addEventListener('controllerchange', () => void offerNewer());
  // This page may be from an earlier build: the newer one is used at the next visit, or on request.
  void registered.then((worker) => worker?.update()).catch(() => undefined);
  lookForNewer(client, registered);
  if (serviceWorker.controller === null)
    serviceWorker.addEventListener('controllerchange', keepLoaded, { once: true });
}

/**
 * Files that the first visit loaded before the worker existed, such as the texts of the language, are in the browser's
 * cache.
 */
function keepLoaded(): void {
  for (const { name } of performance.getEntriesByType('resource'))
    if (new URL(name).pathname.startsWith('/assets/')) void fetch(name).catch(() => undefined);
}

/** The server may have been upgraded while the page was hidden. */
function lookForNewer({ sync }: Client, registered: Promise<ServiceWorkerRegistration | undefined>): void {
  let wasAway = false;
  effect(() => {
    const { kind } = sync.connection.value;
    if (kind === 'online' && wasAway)
      void registered.then((worker) => worker?.update()).catch(() => undefined);
    wasAway = kind !== 'online';
  });
}

/**
 * A worker has the script of its build. A page of another build is not reloaded automatically, since there may be
 * unsaved input.
 */
async function offerNewer(): Promise<void> {
  const own = new URL(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '').pathname;
  const worker = await fetch('/sw.js')
    .then((response) => response.text())
    .catch(() => undefined);
  // Without a connection, the next visit checks.
  if (worker === undefined || worker.includes(own)) return;
  toast({
    text: t('frame.updated'),
    isLasting: true,
    action: { text: t('frame.reload'), onChoose: () => window.location.reload() },
  });
}
