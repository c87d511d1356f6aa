/** Uploads for drafts and edited messages. */
import { targetKey } from '../../../store/writing/drafts.ts';
import type { Live } from '../../../store/live.ts';
import { Uploads, type UploadPlace } from '../../../store/writing/uploads.ts';
import { t } from '../../../view/text/text.ts';
import { followers, target } from './state.ts';
import { transfer } from './transfer.ts';
import { textAt } from './edited-text.ts';

let most = 0;

export const uploads = new Uploads<File>({
  begin: transfer,
  objection: ({ size }) =>
    most > 0 && size > most * 2 ** 20 ? t('uploads.tooLarge', { most: String(most) }) : undefined,
  onDone: insertLink,
});

followers.push((from, to) => uploads.move(from, to));

export function attach(live: Live, place: UploadPlace, files: readonly File[]): void {
  most = live.peek().organization.max_file_upload_size_mib ?? 0;
  for (const file of files) uploads.add(place, file);
}

/** Inserts at the caret if the text is open, otherwise appends. */
function insertLink(place: UploadPlace, link: string): void {
  const text = textAt(place);
  const area = getArea(place);
  if (area === null) {
    const before = text.read();
    text.write(before === '' ? link : `${before}\n${link}`);
    return;
  }
  const isApart = /(?:^|\s)$/.test(area.value.slice(0, area.selectionStart));
  area.setRangeText(`${isApart ? '' : ' '}${link} `, area.selectionStart, area.selectionEnd, 'end');
  text.write(area.value);
}

function getArea(place: UploadPlace): HTMLTextAreaElement | null {
  if (place.kind === 'edit')
    return document.querySelector(`[data-message-id="${place.messageId}"] .compose-text`);
  const open = target.peek();
  const isOpen = open !== undefined && targetKey(open) === targetKey(place);
  return isOpen ? document.querySelector('.compose-card .compose-text') : null;
}
