/** What the menus of channels, topics and views share. */
import { useRef, useState } from 'preact/hooks';
import type { ApiFailure } from '../../api.ts';
import type { Narrow } from '../../store/messages/narrow.ts';
import { t } from '../../view/text/text.ts';
import { copyText } from '../base/clipboard.ts';
import { toast } from '../base/overlays/toast.tsx';
import { failureText } from '../page/failure.ts';
import { getHref } from '../page/location.ts';

/**
 * Reports a failure.
 * @returns whether it succeeded
 */
export async function report(done: Promise<ApiFailure | undefined>): Promise<boolean> {
  const failure = await done;
  if (failure !== undefined) toast({ text: failureText(failure), kind: 'error' });
  return failure === undefined;
}

/** @param id a message of the conversation, so that the link leads to it after it was renamed or moved */
export function copyLink(narrow: Narrow, id?: number): void {
  const path = getHref({ screen: 'narrow', narrow, ...(id === undefined ? {} : { with: id }) });
  const link = new URL(path, window.location.href).href;
  void copyText(link, t('actions.linkCopied'));
}

/**
 * For a menu whose items may open dialogs. A menu closes before the chosen item runs, so `onClose` is called only once it
 * is known that the item opens none: the component that shows menu and dialog must stay mounted.
 */
export function useMenuDialog<Dialog>(onClose: () => void) {
  const [dialog, setDialog] = useState<Dialog>();
  const isOpening = useRef(false);
  const open = (next: Dialog) => {
    isOpening.current = true;
    setDialog(() => next);
  };
  const closeMenu = () => queueMicrotask(() => isOpening.current || onClose());
  return { dialog, open, closeMenu };
}
