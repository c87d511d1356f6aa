/**
 * A file next to the embedded database that records that it was found damaged: the database itself is no place for it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageFault } from '../../lib/storage/faults.ts';
import { verifyFile } from './verify.ts';
import { errorCode } from '../../lib/thrown.ts';
import { parseStored } from '../../lib/json.ts';

export interface DamageNote {
  /** ISO 8601. */
  foundAt: string;
  text: string;
}

const getPath = (dataDir: string): string => join(dataDir, 'heddle.db.damaged');

/** Never throws: if the note cannot be written, the disk refuses other writes, too. */
export function noteDamage(dataDir: string, fault: StorageFault): void {
  const { cause } = fault;
  const text = cause instanceof Error ? cause.message : '';
  const note: DamageNote = { foundAt: new Date().toISOString(), text };
  try {
    writeFileSync(getPath(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600, flush: true });
  } catch {
    // The log has it.
  }
}

export function readDamageNote(dataDir: string): DamageNote | undefined {
  try {
    return parseStored<DamageNote>(readFileSync(getPath(dataDir), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    return { foundAt: 'an unknown time', text: '' };
  }
}

/**
 * Verifies all of a file that was found damaged once, and deletes the note if it is sound by now.
 * @returns the damage that is still there
 */
export async function damageLeft(dataDir: string, path: string): Promise<StorageFault | undefined> {
  if (!readDamageNote(dataDir)) return undefined;
  try {
    await verifyFile({ path, restFactor: 0, checksRows: false }, new AbortController().signal);
  } catch (error) {
    return error instanceof StorageFault ? error : new StorageFault('damaged', error);
  }
  rmSync(getPath(dataDir), { force: true });
  return undefined;
}
