/**
 * Limits JSON before it is parsed: nesting, so that hostile input cannot exhaust the stack of code that walks the value, and fields and
 * objects, of which each costs as much as a hundred characters of text.
 */

/** A list of 20,000 members has an object and three or four fields for each. Lists count too. */
const usualFields = 120_000;

export function isTooComplex(text: string, deepest: number, mostFields = usualFields): boolean {
  let depth = 0;
  let fields = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 91 || c === 123) {
      if (++depth > deepest || ++fields > mostFields) return true;
    } else if (c === 93 || c === 125) depth--;
    else if (c === 58 && ++fields > mostFields) return true;
  }
  return false;
}

/** Nothing that is read from the responses of other servers is nested as deeply, or has as many fields: the longest list is one of models. */
const ofResponse = { deepest: 64, mostFields: 30_000 };

/**
 * The JSON of other servers and programs, whose length the caller has limited.
 * @param deepest For requests, which may have more fields than responses.
 * @throws SyntaxError also if it is nested too deeply
 */
export function parseForeignJson(text: string, deepest?: number): unknown {
  const limits = deepest === undefined ? ofResponse : { deepest, mostFields: usualFields };
  if (text.length > limits.deepest && isTooComplex(text, limits.deepest, limits.mostFields))
    throw new SyntaxError('The JSON is nested too deeply, or has too many fields.');
  try {
    return JSON.parse(text);
  } catch {
    // The error of the engine quotes the text, which may repeat a key that was sent.
    throw new SyntaxError('The text is not JSON.');
  }
}
