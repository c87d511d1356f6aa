/** Bounds nesting before parsing, so that hostile input cannot exhaust the stack of code that walks the value. */
export function isTooDeep(text: string, deepest: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 91 || c === 123) {
      if (++depth > deepest) return true;
    } else if (c === 93 || c === 125) depth--;
  }
  return false;
}
