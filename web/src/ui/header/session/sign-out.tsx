import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../../connection/client.ts';
import { t } from '../../../view/text/text.ts';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { drafts } from '../../compose/state/state.ts';
import { hasVoice } from '../../compose/voice/has-voice.ts';
import { syncDrafts } from '../../compose/state/drafts-and-typing.ts';
import { useClient } from '../../page/client.tsx';
import { signOut } from './session.ts';

/** Drafts that take longer count as not synced. */
const timeoutMs = 3000;

const resolveAfterTimeout = (count: number): Promise<number> =>
  new Promise((resolve) => setTimeout(() => resolve(count), timeoutMs));

/** @returns the number of texts that only this browser has, which sign-out would delete */
async function countUnsaved(client: Client): Promise<number> {
  const messages = client.outbox.items.peek().filter(({ state }) => state !== 'sent').length;
  const unsent = messages + (hasVoice.peek() ? 1 : 0);
  return unsent + (await Promise.race([syncDrafts(client), resolveAfterTimeout(drafts.all.peek().size)]));
}

/** Signs out at once, or asks first if something would be lost. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const [count, setCount] = useState(0);
  useEffect(() => {
    void countUnsaved(client).then((found) => (found === 0 ? signOut(client) : setCount(found)));
  }, []);
  if (count === 0) return null;
  return (
    <ConfirmDialog
      title={t('frame.signOutTitle')}
      action={t('frame.signOutAll')}
      onConfirm={() => void signOut(client)}
      onClose={onClose}
    >
      <p>{t('frame.signOutLoses', { count })}</p>
    </ConfirmDialog>
  );
}
