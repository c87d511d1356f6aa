import type { Target } from '../../store/writing/drafts.ts';
import { t } from '../../view/text/text.ts';
import { useClient } from '../page/client.tsx';
import { useDraftSync, useTypingNotices } from './state/drafts-and-typing.ts';
import { wantFocus } from './state/state.ts';
import { attach } from './state/uploads.ts';
import { useFileDrop } from './writing/file-drop.ts';

/** Next to the card, open or closed: syncs drafts, sends typing notifications, and accepts files dropped on the page. */
export function BesideWriting({ to }: { to: Target | undefined }) {
  const client = useClient();
  useDraftSync(client);
  useTypingNotices(client);
  const isDropping = useFileDrop((files) => {
    if (to === undefined) return;
    attach(client.live, to, files);
    wantFocus();
  });
  return isDropping && to !== undefined ? <p class="compose-drop">{t('uploads.drop')}</p> : null;
}
