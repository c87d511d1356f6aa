/** Polls until a condition holds. @throws Error if it does not within half a minute. */
export async function until(what: string, isSo: () => unknown, pauseMs = 10): Promise<void> {
  const giveUp = performance.now() + 30_000;
  while (!(await isSo())) {
    if (performance.now() > giveUp) throw new Error(`Timed out: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
