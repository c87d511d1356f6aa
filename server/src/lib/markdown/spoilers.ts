/** Spoilers in the source of a message. */

const fence = /^ {0,3}(?:`{3,}|~{3,})([^]*)$/;
const spoiler = /^spoiler(?:\s|$)/i;

/** Replaces the content of spoilers by `hidden`. An unclosed one extends to the end. */
export function withoutSpoilers(content: string, hidden: string): string {
  const kept: string[] = [];
  /** Number of open fences within a spoiler, including its own. */
  let depth = 0;
  for (const line of content.split('\n')) {
    const info = fence.exec(line)?.[1]?.trim();
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
