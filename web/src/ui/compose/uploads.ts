/** Files that are attached to what is being written. */
import { targetKey, type Target } from '../../store/drafts.ts';
import type { Live } from '../../store/live.ts';
import { Uploads } from '../../store/uploads.ts';
import { t } from '../../view/text.ts';
import { drafts, followers, target } from './state.ts';
import { transfer } from './transfer.ts';

let most = 0;

export const uploads = new Uploads<File>({
  begin: transfer,
  objection: ({ size }) =>
    most > 0 && size > most * 2 ** 20 ? t('uploads.tooLarge', { most: String(most) }) : undefined,
  onDone: insertLink,
});

followers.push((from, to) => uploads.move(from, to));

export function attach(live: Live, to: Target, files: readonly File[]): void {
  most = live.peek().organization.max_file_upload_size_mib ?? 0;
  for (const file of files) uploads.add(to, file);
}

/** At the caret if the text is open, else at its end. */
function insertLink(to: Target, link: string): void {
  const open = target.peek();
  const area = document.querySelector<HTMLTextAreaElement>('.compose-text');
  if (area === null || open === undefined || targetKey(open) !== targetKey(to)) {
    const before = drafts.textOf(to);
    drafts.write(to, before === '' ? link : `${before}\n${link}`);
    return;
  }
  const isApart = /(?:^|\s)$/.test(area.value.slice(0, area.selectionStart));
  area.setRangeText(`${isApart ? '' : ' '}${link} `, area.selectionStart, area.selectionEnd, 'end');
  drafts.write(to, area.value);
}
