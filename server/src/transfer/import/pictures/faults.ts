/** Says why a picture does not come, in words about the export: the errors of uploads speak to the person who uploads. */
import { ApiError } from '../../../lib/errors.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import type { FileRecord, PersonRecord } from '../records.ts';

/** As a place in the report. */
export const shownPerson = ({ name, id }: Pick<PersonRecord, 'name' | 'id'>): string =>
  name === id ? id : `${name} (${id})`;

const unreadable = new Set<string>(['uploads.image-unreadable', 'uploads.not-an-image']);

/** @param file Absent if the export has none. */
export function pictureFault(error: unknown, file: FileRecord | undefined): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  const name = `"${file?.path ?? file?.name ?? ''}"`;
  if (unreadable.has(error.key)) return `Its file ${name} is damaged, or no picture that can be shown here.`;
  if (error.key === 'uploads.too-large')
    return `Its file ${name} is larger than the ${String(error.values.limit)} MiB that such a picture may have.`;
  return `It was refused here: ${error.message}`;
}
