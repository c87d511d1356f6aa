/** Filters events by the glob patterns in the address. */
import type { WebhookParams } from '../../../../wire/integrations.ts';

type EventFilter = Pick<WebhookParams, 'only_events' | 'exclude_events'>;

/** Characters of an event's name that are compared; those of services have at most 50. */
const longestName = 200;

/** Exclusions take precedence. */
export function isWanted(
  name: string,
  { only_events: only, exclude_events: excluded = [] }: EventFilter,
): boolean {
  const event = name.slice(0, longestName);
  const isNamed = (patterns: readonly string[]) => patterns.some((pattern) => matches(pattern, event));
  return (only === undefined || only.length === 0 || isNamed(only)) && !isNamed(excluded);
}

type Step = 'any' | ((character: string) => boolean);

/** At most as many steps as the product of both lengths: after a mismatch, only the last `*` matches one more character. */
function matches(pattern: string, text: string): boolean {
  const steps = parse(pattern);
  let [step, at, star, taken] = [0, 0, -1, 0];
  while (at < text.length) {
    const current = steps[step];
    if (current === 'any') [star, taken, step] = [step, at, step + 1];
    else if (current?.(text.charAt(at))) [step, at] = [step + 1, at + 1];
    else if (star >= 0) [step, taken, at] = [star + 1, taken + 1, taken + 1];
    else return false;
  }
  return steps.slice(step).every((rest) => rest === 'any');
}

function parse(pattern: string): Step[] {
  return [...pattern.matchAll(/\[(!?)(\]?[^\]]*)\]|([^])/g)].map(([, not, set, single]) => {
    if (single === '*') return 'any';
    if (single === '?') return () => true;
    if (set === undefined) return (character) => character === single;
    return (character) => isIn(set, character) !== (not === '!');
  });
}

function isIn(set: string, character: string): boolean {
  for (let at = 0; at < set.length; at++) {
    if (set[at + 1] === '-' && at + 2 < set.length) {
      if (set.charAt(at) <= character && character <= set.charAt(at + 2)) return true;
      at += 2;
    } else if (set[at] === character) return true;
  }
  return false;
}
