/** The audit log entry of an archive, written by the server or by the command itself. */
import type { AuditValues } from '../../../../../wire/audit-properties.ts';
import type { AuditAct } from '../../../core/audit/index.ts';

export interface Archive {
  command: 'backup' | 'export';
  /** Subdomain of the exported organization; optional if there is only one. */
  subdomain?: string | undefined;
  after: AuditValues;
}

/** The organizations that the archive contains. */
export function archived<T extends { subdomain: string }>(
  all: readonly T[],
  { command, subdomain }: Archive,
): readonly T[] {
  if (command === 'backup') return all;
  if (subdomain === undefined) return all.length === 1 ? all : [];
  return all.filter((one) => one.subdomain === subdomain.toLowerCase());
}

export const archiveAct = ({ id, name }: { id: number; name: string }, archive: Archive): AuditAct => ({
  action: archive.command === 'backup' ? 'organization.back_up' : 'organization.export',
  target: { type: 'organization', id, name },
  after: archive.after,
  origin: { source: 'command', client: `heddle ${archive.command}` },
});
