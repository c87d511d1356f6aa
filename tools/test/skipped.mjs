/** A node:test reporter that says at the end what was skipped and why, so that nobody takes it for tested. */

/** @param {AsyncIterable<{ type: string, data: any }>} source */
export default async function* skipped(source) {
  /** By the reason. @type {Map<string, string[]>} */
  const names = new Map();
  for await (const { type, data } of source) {
    if (type !== 'test:pass' || data.skip === undefined || data.skip === false) continue;
    const reason = data.skip === true ? 'no reason given' : data.skip;
    names.set(reason, [...(names.get(reason) ?? []), data.name]);
  }
  for (const [reason, some] of names) yield `Skipped (${reason}): ${some.join('; ')}\n`;
}
