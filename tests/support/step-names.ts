/**
 * The runner starts only tests whose own names match `--name`, and learns of steps when their test runs. So the names of
 * steps that match are made part of the test's title: it is started, and with it the steps before, which prepare the state.
 */
const FLAG = '--test-name-pattern=';

/** @returns the title of a test with these steps */
export function titleWithSteps(
  title: string,
  steps: readonly string[],
  flags: readonly string[] = process.execArgv,
): string {
  const patterns = flags
    .filter((flag) => flag.startsWith(FLAG))
    .map((flag) => toRegExp(flag.slice(FLAG.length)));
  const matching = steps.filter((step) => patterns.some((pattern) => pattern.test(step)));
  return matching.length > 0 ? `${title}: ${matching.join('; ')}` : title;
}

/** As the runner reads it: with slashes and flags, or bare. */
function toRegExp(pattern: string): RegExp {
  const [, source, flags] = /^\/(.*)\/([a-z]*)$/.exec(pattern) ?? [];
  return source === undefined ? new RegExp(pattern) : new RegExp(source, flags?.replace(/[gy]/g, ''));
}
