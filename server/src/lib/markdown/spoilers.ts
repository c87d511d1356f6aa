/** Spoilers in text as it was typed. */

const fence = /^ {0,3}(?:`{3,}|~{3,})\s*(.*?)\s*$/;
const spoiler = /^spoiler(?:\s|$)/i;

/** The same text with `hidden` in place of what its spoilers hide. One that is not closed hides all that follows. */
export function withoutSpoilers(content: string, hidden: string): string {
  const kept: string[] = [];
  /** Fences that are open in a spoiler, itself included. */
  let depth = 0;
  for (const line of content.split('\n')) {
    const info = fence.exec(line)?.[1];
    if (depth === 0) {
      kept.push(line);
      if (info === undefined || !spoiler.test(info)) continue;
      kept.push(hidden);
      depth = 1;
    } else if (info !== undefined) {
      depth += info === '' ? -1 : 1;
      if (depth === 0) kept.push(line);
    }
  }
  return kept.join('\n');
}
