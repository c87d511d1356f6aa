import { useComputed } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
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
import { UserPlus, CheckCheck } from 'lucide-preact';
import { mayInvite, mayCreateChannel } from '../../../view/channels/channel-rights.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { isPhone } from '../../page/layout.ts';
import { navigate } from '../../page/location.ts';
import { markAll } from '../../conversation/actions/mark-all.ts';
import { EmptyState } from '../../kit/empty-state.tsx';

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

/** Shown to users who may invite. Hidden on phones, where the menu has it and the title needs the space. */
function InviteButton() {
  const { live } = useClient();
  if (isPhone.value || !mayInvite(live)) return null;
  return (
    <Button kind="quiet" onClick={() => navigate({ screen: 'organization', page: 'invitations' })}>
      <Icon of={UserPlus} />
      {t('frame.invite')}
    </Button>
  );
}

/** Marks everything as read, including muted topics; can be undone. */
function MarkAllRead() {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  if (client.live.get('unreads').places.size === 0) return null;
  const label = t('inbox.markAllRead');
  const onClick = async () => {
    setBusy(true);
    await markAll(client);
    setBusy(false);
  };
  if (isPhone.value)
    return (
      <IconButton label={label} aria-disabled={isBusy} onClick={() => !isBusy && void onClick()}>
        <Icon of={CheckCheck} size={20} />
      </IconButton>
    );
  return (
    <Button kind="quiet" isBusy={isBusy} onClick={() => void onClick()}>
      <Icon of={CheckCheck} />
      {label}
    </Button>
  );
}

/** The empty inbox; for new users, with a first step. */
function NothingUnread() {
  const { live } = useClient();
  if (live.get('subscriptions').size > 0) {
    return (
      <EmptyState title={t('inbox.empty')}>
        <p>{t('inbox.emptyHint')}</p>
        <p>
          <Button command="recent" onClick={() => navigate({ screen: 'recent' })}>
            {t('views.recent')}
          </Button>
        </p>
      </EmptyState>
    );
  }
  const mayCreate = mayCreateChannel(live, 'public') || mayCreateChannel(live, 'private');
  const isFirst = mayCreate && live.get('channels').size === 0;
  return (
    <EmptyState title={t(isFirst ? 'inbox.first' : 'inbox.alone')}>
      <p>{t(isFirst ? 'inbox.firstHint' : 'inbox.aloneHint')}</p>
      <p>
        <Button kind="primary" onClick={() => navigate({ screen: 'channels', page: isFirst ? 'new' : '' })}>
          {t(isFirst ? 'channels.create' : 'sidebar.browse')}
        </Button>
      </p>
    </EmptyState>
  );
}
