/** @returns whether it was stored: the storage of the browser may be full */
export function tryToStore(storage: Pick<Storage, 'setItem'>, key: string, value: string): boolean {
  try {
    storage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** A value that this client has stored as JSON; `otherwise` if there is none, or it cannot be parsed. */
export function parseStored<Value>(text: string | null, otherwise: Value): Value {
  try {
    // The shape is not validated, since only this client writes these keys.
    return (JSON.parse(text ?? 'null') as Value | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}
