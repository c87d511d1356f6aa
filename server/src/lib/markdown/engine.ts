/** Renders text with markup. */
import { writeHtml } from './html.ts';
import { parse, warmUp } from './parser.ts';
import { limits, newScope, type RenderFindings } from './scope.ts';
import type { MentionSource, RenderOptions } from './types.ts';

export { warmUp };
export type { RenderFindings };

export interface RenderResult {
  html: string;
  found: RenderFindings;
}

/** Undefined if a limit is exceeded, or on an internal error, which must not affect the sender. */
export function renderMarkup(
  source: string,
  names: MentionSource,
  options: RenderOptions,
): RenderResult | undefined {
  if (source.length > limits.sourceLength) return undefined;
  const scope = newScope(names, options);
  try {
    const html = writeHtml(parse(source, scope), scope);
    return Buffer.byteLength(html) > limits.outputBytes ? undefined : { html, found: scope.found };
  } catch {
    return undefined;
  }
}
