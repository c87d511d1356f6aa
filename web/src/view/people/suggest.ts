/** Names that match: prefixes first, then prefixes of words, then other matches, each in the given order. */
export function suggest(names: readonly string[], text: string, most = 8): string[] {
  const wanted = text.trim().toLocaleLowerCase();
  const rank = (name: string): number => {
    const lower = name.toLocaleLowerCase();
    const at = lower.indexOf(wanted);
    if (at === -1) return -1;
    if (at === 0) return 0;
    return /[\s\p{P}]/u.test(lower[at - 1] ?? '') ? 1 : 2;
  };
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .filter((each) => each.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map((each) => each.name);
}
