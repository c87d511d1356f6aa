import { useComputed } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { inboxRows, type InboxRow } from '../../../view/inbox/inbox.ts';
import { isOwner } from '../../../view/settings/values.ts';
import { loadSettingsTexts, t } from '../../../view/text/text.ts';
import { arrowKeys, stepFocus } from '../../kit/lists/arrows.ts';
import { useListKeys } from '../../kit/lists/list-keys.ts';
import type { VirtualListHandle } from '../../kit/lists/list-types.ts';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { useCommands } from '../../page/keyboard.ts';
import { latePart } from '../../kit/toasts/late.tsx';
import { rememberedSet } from '../../page/remembered.ts';
import './inbox.css';
import { InboxRowView } from './inbox-row.tsx';
import { InviteButton } from './invite-button.tsx';
import { MarkAllRead } from './mark-all-read.tsx';
import { NothingUnread } from './nothing-unread.tsx';

const folded = rememberedSet('heddle-inbox-folded');
const rowSelector = '.inbox-row-main';

/** Only for owners; loaded in the background. */
const SetupList = latePart(
  async () => (await Promise.all([import('./setup-list.tsx'), loadSettingsTexts()]))[0].SetupList,
  { Failed: () => null },
);

/** All unread messages by conversation. */
export default function Inbox() {
  const client = useClient();
  const list = useRef<HTMLDivElement>(null);
  const handle = useRef<VirtualListHandle>(null);
  const rows = useComputed(() => inboxRows(client.live, folded.value.value));
  useCommands({
    'next-message': () => stepFocus(list.current, rowSelector, 1),
    'previous-message': () => stepFocus(list.current, rowSelector, -1),
  });
  useListKeys(handle);
  return (
    <>
      <PlainHeader title={t('views.inbox')}>
        <MarkAllRead />
        <InviteButton />
      </PlainHeader>
      {isOwner(client.live) && <SetupList />}
      {rows.value.length === 0 ? (
        <NothingUnread />
      ) : (
        <div class="inbox" ref={list} onKeyDown={arrowKeys(rowSelector)}>
          <VirtualList
            items={rows.value}
            getKey={(row) => row.key}
            estimate={getHeight}
            label={t('views.inbox')}
            handle={handle}
            render={drawRow}
          />
        </div>
      )}
    </>
  );
}

const drawRow = (row: InboxRow) => <InboxRowView row={row} toggle={folded.toggle} />;

const getHeight = (row: InboxRow): number => (row.kind === 'section' ? 52 : 36);
