/** Whether this device shows previews of linked websites, if the organization has them. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { tryToStore } from '../../../store/base/storage.ts';

const key = 'heddle-website-previews';
const current = signal(window.localStorage.getItem(key) !== 'off');

export const showsWebsites: ReadonlySignal<boolean> = current;

export function showWebsites(isOn: boolean): void {
  current.value = isOn;
  if (isOn) window.localStorage.removeItem(key);
  else tryToStore(window.localStorage, key, 'off');
}
