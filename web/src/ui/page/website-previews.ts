/** Whether this device shows previews of linked websites where the organization has them. */
import { signal, type ReadonlySignal } from '@preact/signals';

const key = 'heddle-website-previews';
const current = signal(window.localStorage.getItem(key) !== 'off');

export const showsWebsites: ReadonlySignal<boolean> = current;

export function showWebsites(isOn: boolean): void {
  current.value = isOn;
  if (isOn) window.localStorage.removeItem(key);
  else window.localStorage.setItem(key, 'off');
}
