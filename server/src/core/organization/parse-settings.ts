const noSettings: Readonly<Record<string, never>> = Object.freeze({});

/** Settings as rows have them. Most are unchanged: they share one empty object. */
export function parseSettings<T>(text: string): Readonly<Record<string, T>> {
  return text === '{}' ? noSettings : (JSON.parse(text) as Record<string, T>);
}
