/** Shows notifications through zulip-desktop. */
import type { NoticePresenter } from '../../parts/notices/show.ts';
import type { Bridge } from './bridge.ts';

export function presenterOn(newNotification: NonNullable<Bridge['new_notification']>): NoticePresenter {
  const standing = new Map<string, { close: () => void }>();
  const close = (tag: string) => {
    standing.get(tag)?.close();
    standing.delete(tag);
  };
  return {
    show({ title, body, tag, messageId }, open) {
      close(tag);
      const options: NotificationOptions = {
        body,
        icon: new URL('/icons/192.png', window.location.href).href,
        silent: true,
        // A reply is returned with this number as message ID.
        tag: String(messageId),
      };
      const shown = newNotification(title, options, (type) => {
        if (type === 'close' && standing.get(tag) === shown) standing.delete(tag);
        if (type !== 'click') return true;
        window.focus();
        close(tag);
        open(messageId);
        return true;
      });
      standing.set(tag, shown);
    },
    close,
  };
}
