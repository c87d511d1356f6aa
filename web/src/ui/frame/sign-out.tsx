import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../client.ts';
import { t } from '../../view/text/text.ts';
import { ConfirmDialog } from '../base/overlays/confirm-dialog.tsx';
import { drafts } from '../compose/state/state.ts';
import { syncDrafts } from '../compose/state/drafts-and-typing.ts';
import { useClient } from '../page/client.tsx';
import { signOut } from '../page/session.ts';

/** What takes longer counts as not synced. */
const timeoutMs = 3000;

const retryPolicy = (count: number): Promise<number> =>
  new Promise((resolve) => setTimeout(() => resolve(count), timeoutMs));

/** Texts that go with the session: only this browser has them. */
async function wordsHere(client: Client): Promise<number> {
  const unsent = client.outbox.items.peek().filter(({ state }) => state !== 'sent').length;
  return unsent + (await Promise.race([syncDrafts(client), retryPolicy(drafts.all.peek().size)]));
}

/** Signs out at once, unless something would be lost: then it asks. */
export function SignOut({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const [count, setCount] = useState(0);
  useEffect(() => {
    void wordsHere(client).then((found) => (found === 0 ? signOut(client) : setCount(found)));
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
