import { Pencil, Trash2 } from 'lucide-preact';
import { deleteDraft } from '../../../actions/messages/later.ts';
import type { Target } from '../../../store/writing/drafts.ts';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import { draftRows, type DraftRow } from '../../../view/compose/drafts.ts';
import { t } from '../../../view/text/text.ts';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { useRowKeys } from '../../kit/lists/row-keys.ts';
import { IconButton } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { drafts, openComposeAt } from '../../compose/state/state.ts';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { useKeptFocus } from './keep-focus.ts';
import { LaterRow } from './later-row.tsx';

/** Drafts of this device and of others. */
export default function Drafts() {
  const { live } = useClient();
  useRowKeys('.later-row-main');
  const rows = draftRows(live, drafts.all.value.values());
  const list = useKeptFocus(rows.map(({ key }) => key));
  return (
    <>
      <PlainHeader title={t('views.drafts')} />
      {rows.length === 0 ? (
        <EmptyState title={t('later.noDrafts')}>{t('later.noDraftsHint')}</EmptyState>
      ) : (
        <div class="later" ref={list} onKeyDown={arrowKeys('.later-row-main')}>
          <ul class="frame-column later-list" role="list">
            {rows.map((row) => (
              <DraftItem key={row.key} row={row} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** The conversation to continue writing in. */
const getNarrow = (target: Target): Narrow => {
  if (target.kind === 'direct') return target;
  const { channelId, topic } = target;
  if (channelId === undefined) return { kind: 'feed' };
  return topic === '' ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic };
};

function DraftItem({ row }: { row: DraftRow }) {
  const client = useClient();
  const { target, text, synced, isLocal } = row;
  const open = () => {
    if (!isLocal) drafts.write(target, text);
    openComposeAt(getNarrow(target), target);
  };
  const remove = async () => {
    if (isLocal) drafts.write(target, '');
    const failure = synced && (await deleteDraft(client, synced));
    if (failure !== undefined) {
      if (isLocal) drafts.write(target, text);
      toast({ text: failureText(failure), kind: 'error' });
      return;
    }
    const undo = () => drafts.write(target, text);
    toast({ text: t('later.draftDeleted'), action: { text: t('later.undo'), onChoose: undo } });
  };
  return (
    <LaterRow target={target} time={row.changed} text={text} onOpen={open} onDelete={() => void remove()}>
      <IconButton label={t('common.edit')} onClick={open}>
        <Icon of={Pencil} />
      </IconButton>
      <IconButton label={t('later.deleteDraft')} onClick={() => void remove()}>
        <Icon of={Trash2} />
      </IconButton>
    </LaterRow>
  );
}
