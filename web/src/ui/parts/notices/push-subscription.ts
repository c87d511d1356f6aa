/** The subscription of this browser to push notifications, which arrive while no page is open. */
import { addPushDevice, fetchPushDevices } from '../../../actions/push.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import type { Client } from '../../../connection/client.ts';
import { browserName } from '../../../view/settings/browser-name.ts';
import { tryToStore } from '../../../store/base/storage.ts';

/** The account that has turned them on in this browser, so that another account does not get them by signing in. */
const key = 'heddle-push';

/** Supported with a service worker; on iOS only in installed apps. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

/** @returns undefined without a service worker */
async function getManager(): Promise<PushManager | undefined> {
  if (!canPush()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? registration.pushManager : undefined;
}

/**
 * Asks the browser for permission.
 * @returns why it failed; `blocked` by the browser or its push service
 */
export async function turnOnPush(client: Client): Promise<ApiFailure | 'blocked' | undefined> {
  const manager = await getManager();
  const devices = await fetchPushDevices(client);
  if (devices.failure) return devices.failure;
  if (!manager || (await Notification.requestPermission()) !== 'granted') return 'blocked';
  const subscription = await subscribe(manager, devices.value.application_server_key);
  if (subscription === undefined) return 'blocked';
  const failure = await register(client, subscription);
  if (failure === undefined) tryToStore(localStorage, key, String(client.live.peek().own.user_id));
  return failure;
}

export async function turnOffPush(): Promise<void> {
  localStorage.removeItem(key);
  await (await (await getManager())?.getSubscription())?.unsubscribe();
}

/** Registers the browser again after a new sign-in, or when the server has another key. */
export async function keepPush(client: Client): Promise<void> {
  if (!canPush() || localStorage.getItem(key) !== String(client.live.peek().own.user_id)) return;
  const manager = await getManager();
  if (!manager || Notification.permission !== 'granted') return;
  const { value: devices } = await fetchPushDevices(client);
  if (devices === undefined) return;
  const known = await manager.getSubscription();
  const isKept = known !== null && hasKey(known, devices.application_server_key);
  if (isKept && devices.subscriptions.some((device) => device.is_current)) return;
  const subscription = await subscribe(manager, devices.application_server_key);
  if (subscription !== undefined) await register(client, subscription);
}

async function subscribe(manager: PushManager, serverKey: string): Promise<PushSubscription | undefined> {
  const known = await manager.getSubscription();
  if (known !== null && hasKey(known, serverKey)) return known;
  await known?.unsubscribe();
  // Rejected by browsers without a push service, and in private windows.
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey }).catch(() => undefined);
}

function hasKey({ options }: PushSubscription, serverKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return (
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '') === serverKey
  );
}

function register(client: Client, subscription: PushSubscription): Promise<ApiFailure | undefined> {
  const { endpoint = '', keys } = subscription.toJSON();
  return addPushDevice(client, {
    endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
    name: browserName(navigator.userAgent).slice(0, 100),
  });
}
