/** When the time of the database was requested and received, by the clock of this process, and that time; all in milliseconds. */
export interface TimeReading {
  askedAt: number;
  answeredAt: number;
  database: number;
}

/**
 * @param offset What is added to the clock of this process so far; `undefined` before the first reading.
 * @returns what is to be added. A response that was slow proves little: what is possible by it stays, since nodes would otherwise differ by
 *   half of the delay.
 */
export function adjustOffset(
  offset: number | undefined,
  { askedAt, answeredAt, database }: TimeReading,
): number {
  const [least, most] = [database - answeredAt, database - askedAt];
  return offset !== undefined && offset >= least && offset <= most ? offset : (least + most) / 2;
}
