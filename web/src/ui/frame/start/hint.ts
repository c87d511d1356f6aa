/**
 * Whether the offline cache (`offline-cache.ts`) has anything, readable without waiting: by the page, and by the
 * server, which includes the registration in the page if nothing is cached.
 */
import { tryToStore } from '../../../store/base/storage.ts';

const key = 'heddle-kept';
const cookie = 'heddle_kept';
const seconds = 14 * 24 * 3600;

export const hint = {
  get: (): boolean => localStorage.getItem(key) !== null,
  set(isKept: boolean): void {
    if (isKept) tryToStore(localStorage, key, 'yes');
    else localStorage.removeItem(key);
    document.cookie = `${cookie}=yes; Path=/; SameSite=Lax; Max-Age=${isKept ? seconds : 0}`;
  },
};
