import type { Narrow } from '../../../store/narrow/narrow.ts';
import { t } from '../../../view/text/text.ts';
import { copyText } from '../../kit/toasts/clipboard.ts';
import { getHref } from '../../page/location.ts';

/** @param id a message of the conversation, so that the link leads to it after it was renamed or moved */
export function copyLink(narrow: Narrow, id?: number): void {
  const path = getHref({ screen: 'narrow', narrow, ...(id === undefined ? {} : { with: id }) });
  const link = new URL(path, window.location.href).href;
  void copyText(link, t('actions.linkCopied'));
}
