import type { Message } from '../../../../../wire/messages.ts';
import { t } from '../../../view/text/text.ts';
import { Menu } from '../../kit/overlays/menu.tsx';
import { Sheet } from '../../kit/overlays/sheet.tsx';
import { EmojiPicker } from '../../parts/emoji/emoji-picker.tsx';
import { isPhone } from '../../page/layout.ts';
import { useClient } from '../../page/client.tsx';
import { react } from './commands.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { messageMenu } from './menu-items.ts';
import { MoveDialog, MoveTopicDialog } from './move-dialog.tsx';
import { NotificationDialog } from './notification-dialog.tsx';
import { QuickReactions } from './quick-reactions.tsx';
import { ReactionsDialog, ReceiptsDialog } from './people-dialogs.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { closeOverlay, overlay, type Overlay } from './state.ts';

/** The menu or dialog that is open over the messages. */
export function Overlays() {
  const client = useClient();
  const open = overlay.value;
  if (open === undefined) return null;
  if (open.kind === 'move-topic') return <MoveTopicDialog {...open} onClose={closeOverlay} />;
  const message = client.live.message(open.id);
  return message === undefined ? null : <OfMessage key={open.id} open={open} message={message} />;
}

const dialogs = {
  delete: DeleteDialog,
  history: HistoryDialog,
  source: SourceDialog,
  receipts: ReceiptsDialog,
  reactions: ReactionsDialog,
  report: ReportDialog,
  remind: RemindDialog,
  move: MoveDialog,
  notification: NotificationDialog,
} as const;

function OfMessage({ open, message }: { open: Exclude<Overlay, { kind: 'move-topic' }>; message: Message }) {
  const client = useClient();
  if (open.kind === 'menu') return <MessageMenu message={message} anchor={open.anchor} />;
  if (open.kind === 'react') {
    return (
      <EmojiPicker
        anchor={open.anchor}
        onChoose={({ emoji }) => void react(client, message.id, emoji)}
        onClose={closeOverlay}
      />
    );
  }
  const Dialog = dialogs[open.kind];
  return <Dialog message={message} onClose={closeOverlay} />;
}

function MessageMenu({ message, anchor }: { message: Message; anchor: Element }) {
  const client = useClient();
  const items = messageMenu(client, message, anchor);
  const props = { label: t('messages.actions'), onClose: closeOverlay };
  if (!isPhone.value) return <Menu anchor={anchor} align="end" items={items} {...props} />;
  // The row of emoji above has a button for all of them.
  const others = items.filter((item) => item === 'line' || item.command !== 'react');
  return (
    <Sheet items={others} {...props}>
      <QuickReactions message={message} anchor={anchor} />
    </Sheet>
  );
}
