/** The shape of a sound: as many heights from 0 to 1 as there are bars, the loudest of which is 1. */
export function toPeaks(values: ArrayLike<number>, bars: number): number[] {
  const peaks: number[] = [];
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * values.length) / bars);
    // At least one value: a short sound has fewer of them than there are bars.
    const to = Math.max(from + 1, Math.floor(((bar + 1) * values.length) / bars));
    let most = 0;
    for (let at = from; at < to; at++) most = Math.max(most, Math.abs(values[at] ?? 0));
    peaks.push(most);
  }
  const loudest = Math.max(0, ...peaks);
  return loudest === 0 ? peaks : peaks.map((peak) => peak / loudest);
}
