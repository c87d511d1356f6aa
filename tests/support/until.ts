/** Waits for what happens: looks again and again. @throws Error when it has not happened after half a minute. */
export async function until(what: string, isSo: () => unknown): Promise<void> {
  const giveUp = performance.now() + 30_000;
  while (!(await isSo())) {
    if (performance.now() > giveUp) throw new Error(`Not so in time: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
