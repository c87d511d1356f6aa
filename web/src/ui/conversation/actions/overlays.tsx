import type { Message } from '../../../../../wire/messages.ts';
import { t } from '../../../view/text/text.ts';
import { Menu } from '../../kit/overlays/menu.tsx';
import { Sheet } from '../../kit/overlays/sheet.tsx';
import { EmojiPicker } from '../../parts/emoji/emoji-picker.tsx';
import { isPhone } from '../../page/layout.ts';
import { useClient } from '../../page/client.tsx';
import { react } from './commands.ts';
import { DeleteDialog, Reason, type MessageDialogProps } from './delete-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { messageMenu } from './menu-items.ts';
import { MoveDialog, MoveTopicDialog } from './move-dialog.tsx';
import { ReactionsDialog, ReceiptsDialog } from './people-dialogs.tsx';
import { RemindDialog } from './remind-dialog.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { closeOverlay, overlay, type Overlay } from './state.ts';
import { fetchNotificationReason } from '../../../actions/push.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { notificationReasons } from '../../../view/inbox/why-notified.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { getFullTime } from '../../../view/text/times.ts';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { getHref } from '../../page/location.ts';
import { useResponse } from './use-response.ts';
import { SmilePlus } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { recentEntries, type EmojiEntry } from '../../../view/emoji/emoji.ts';
import { Icon } from '../../kit/icon.tsx';
import { loadEmoji, recentNames, rememberEmoji } from '../../parts/emoji/data.ts';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import './dialogs.css';
import './quick-reactions.css';

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

/** Whether and how the person was notified of a message, and why. */
function NotificationDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const response = useResponse(() => fetchNotificationReason(client, message.id));
  const reason = response?.value;
  const clock = getClock(client.live);
  return (
    <Dialog title={t('whyNotified.title')} size="small" onClose={onClose}>
      {response === undefined && <Skeleton rows={2} />}
      <Reason text={response?.failure && failureText(response.failure)} />
      <div class="dialogs-sentences">
        {reason &&
          notificationReasons(reason, { now: serverSeconds(client.live), clock, live: client.live }).map(
            (text) => <p key={text}>{text}</p>,
          )}
        {reason && reason.decided_at !== null && (
          <p class="dialogs-hint">
            {t('whyNotified.decided', { when: getFullTime(reason.decided_at, clock) })}
          </p>
        )}
        <p>
          <a href={getHref({ screen: 'settings', page: 'notifications' })} onClick={onClose}>
            {t('whyNotified.settings')}
          </a>
        </p>
      </div>
    </Dialog>
  );
}

const most = 6;

/** The person's most recent emoji, and a button for all of them. */
function QuickReactions({ message, anchor }: { message: Message; anchor: Element }) {
  const client = useClient();
  const [entries, setEntries] = useState<readonly EmojiEntry[]>();
  useEffect(() => {
    // If they cannot be loaded, the button for the picker remains, and the picker shows the reason.
    loadEmoji(client.live).then(setEntries, () => setEntries([]));
  }, []);
  const choose = (entry: EmojiEntry) => {
    const { emoji_name, emoji_code, reaction_type } = entry;
    rememberEmoji(emoji_name);
    closeOverlay();
    void react(client, message.id, { emoji_name, emoji_code, reaction_type });
  };
  return (
    <div class="quick-reactions" role="group" aria-label={t('messages.react')}>
      {entries === undefined && <Rooms />}
      {recentEntries(entries ?? [], recentNames.value)
        .slice(0, most)
        .map((entry) => (
          <button
            type="button"
            key={entry.emoji_code}
            class="quick-reactions-one"
            aria-label={entry.emoji_name.replaceAll('_', ' ')}
            onClick={() => choose(entry)}
          >
            <EmojiGlyph glyph={entry.glyph} />
          </button>
        ))}
      <button
        type="button"
        class="quick-reactions-one"
        aria-label={t('emoji.picker')}
        onClick={() => (overlay.value = { kind: 'react', id: message.id, anchor })}
      >
        <Icon of={SmilePlus} size={20} />
      </button>
    </div>
  );
}

/** Placeholders, so that nothing moves under the finger. */
const Rooms = () =>
  Array.from({ length: most }, (_, i) => <span class="quick-reactions-one" key={i} aria-hidden="true" />);
