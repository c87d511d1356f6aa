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

/** Nothing that is read from the responses of other servers is nested as deeply. */
const deepestResponse = 64;

/** The JSON of other servers and programs, whose length the caller has limited. @throws SyntaxError also if it is nested too deeply */
export function parseForeignJson(text: string, deepest = deepestResponse): unknown {
  if (text.length > deepest && isTooDeep(text, deepest))
    throw new SyntaxError('The JSON is nested too deeply.');
  return JSON.parse(text);
}
