/** The API that zulip-desktop offers to its pages as `window.electron_bridge`. Older versions lack some of it. */
export type Bridge = {
  send_event: (name: string, ...values: unknown[]) => boolean;
  on_event: (name: string, listener: (...values: never[]) => void) => void;
  new_notification?: (
    title: string,
    options: NotificationOptions,
    dispatch: (type: string, init: EventInit) => boolean,
  ) => { close: () => void };
  get_idle_on_system?: () => boolean;
  /** Milliseconds since 1970. */
  get_last_active_on_system?: () => number;
  set_send_notification_reply_message_supported?: (isSupported: boolean) => void;
};

/** The bridge, or undefined in an ordinary browser. An element with that ID would have the same global name. */
export function findBridge(): Bridge | undefined {
  const { electron_bridge: found } = window as { electron_bridge?: Bridge | Element };
  return found instanceof Element ? undefined : found;
}
