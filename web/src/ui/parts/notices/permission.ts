/** The browser's permission for notifications. Requested only by a button. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';

type Permission = NotificationPermission | 'unsupported';

const read = (): Permission =>
  'Notification' in window && window.isSecureContext ? Notification.permission : 'unsupported';

const current = signal(read());
export const noticePermission: ReadonlySignal<Permission> = current;

export async function allowNotices(): Promise<void> {
  await Notification.requestPermission();
  current.value = read();
  if (current.peek() === 'granted') toast({ text: t('notices.on') });
  if (current.peek() === 'denied') toast({ text: `${t('notices.device')}: ${t('notices.denied')}` });
}
