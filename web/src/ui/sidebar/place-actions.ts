/** What menus of channels and topics share. */
import type { ApiFailure } from '../../api.ts';
import type { Narrow } from '../../store/messages/narrow.ts';
import { t } from '../../view/text/text.ts';
import { toast } from '../base/overlays/toast.tsx';
import { failureText } from '../page/failure.ts';
import { getHref } from '../page/location.ts';

/** Says so if it was refused. */
export async function report(done: Promise<ApiFailure | undefined>): Promise<void> {
  const failure = await done;
  if (failure !== undefined) toast({ text: failureText(failure), kind: 'error' });
}

export function copyLink(narrow: Narrow): void {
  const link = new URL(getHref({ screen: 'narrow', narrow }), window.location.href).href;
  navigator.clipboard.writeText(link).then(
    () => toast({ text: t('sidebar.linkCopied') }),
    () => toast({ text: link }),
  );
}
