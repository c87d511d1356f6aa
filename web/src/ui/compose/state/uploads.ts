/** Uploads for drafts and edited messages. */
import { joinFiles, splitFiles } from '../../../store/writing/attached.ts';
import type { Live } from '../../../store/live.ts';
import { Uploads, type UploadPlace } from '../../../store/writing/uploads.ts';
import { t } from '../../../view/text/text.ts';
import { followers } from './state.ts';
import { transfer } from './transfer.ts';
import { textAt } from './edited-text.ts';

let most = 0;

export const uploads = new Uploads<File>({
  begin: transfer,
  objection: ({ size }) =>
    most > 0 && size > most * 2 ** 20 ? t('uploads.tooLarge', { most: String(most) }) : undefined,
  onDone: attachLink,
});

followers.push((from, to) => uploads.move(from, to));

export function attach(live: Live, place: UploadPlace, files: readonly File[]): void {
  most = live.peek().organization.max_file_upload_size_mib ?? 0;
  for (const file of files) uploads.add(place, file);
}

function attachLink(place: UploadPlace, link: string): void {
  const text = textAt(place);
  const { body, files } = splitFiles(text.read());
  text.write(joinFiles(body, [...files, { link }]));
}
