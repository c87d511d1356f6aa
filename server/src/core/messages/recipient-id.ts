/** One number for every set of recipients, as the wire has it: even for channels, odd for direct conversations. */
export function compatibleRecipientId(kind: 'channel' | 'direct', id: number): number {
  return kind === 'channel' ? id * 2 : id * 2 + 1;
}
