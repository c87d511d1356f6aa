/** Whether the offline cache (`offline-cache.ts`) has anything, to be known without waiting for it. */
const key = 'heddle-kept';

export const hint = {
  get: (): boolean => localStorage.getItem(key) !== null,
  set: (isKept: boolean): void => (isKept ? localStorage.setItem(key, 'yes') : localStorage.removeItem(key)),
};
