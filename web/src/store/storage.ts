/** @returns whether it was stored: the storage of the browser may be full */
export function tryToStore(storage: Pick<Storage, 'setItem'>, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
