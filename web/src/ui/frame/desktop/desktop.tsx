/** Connects the page to zulip-desktop. Loaded only inside that app. */
import { computed, effect } from '@preact/signals';
import { render } from 'preact';
import type { Client } from '../../../connection/client.ts';
import { unreadCount } from '../../../view/channels/unread-count.ts';
import { SignOut } from '../../header/session/sign-out.tsx';
import { presentNoticesBy } from '../../parts/notices/show.ts';
import { ClientContext } from '../../page/client.tsx';
import { runCommand } from '../../page/keyboard.ts';
import { navigate } from '../../page/location.ts';
import { readLastInputFrom } from './presence.ts';
import type { Bridge } from './bridge.ts';
import { presenterOn } from './presenter.ts';
import { listenToReplies } from './replies.ts';

export function startDesktop(client: Client, bridge: Bridge): void {
  if (bridge.new_notification !== undefined) presentNoticesBy(presenterOn(bridge.new_notification));
  listenToReplies(client, bridge);
  const { get_idle_on_system: isIdle, get_last_active_on_system: lastActive } = bridge;
  if (isIdle !== undefined && lastActive !== undefined)
    // The app considers the computer idle after a second: the duration decides.
    readLastInputFrom(() => (isIdle() ? lastActive() : Date.now()));
  bridge.on_event('logout', () => askToSignOut(client));
  bridge.on_event('show-keyboard-shortcuts', () => void runCommand('help'));
  bridge.on_event('show-notification-settings', () =>
    navigate({ screen: 'settings', page: 'notifications' }),
  );
  sendChanges(client, bridge);
}

/** The app shows them in its list of organizations and on its icon. */
function sendChanges({ live }: Client, bridge: Bridge): void {
  const values = {
    total_unread_count: computed(() => unreadCount(live)),
    // Not by a computed organization: events change the object in place.
    realm_name: computed(() => live.get('organization').realm_name),
    realm_icon_url: computed(() => live.get('organization').realm_icon_url),
  };
  for (const [name, value] of Object.entries(values)) {
    effect(() => {
      if (value.value !== undefined) bridge.send_event(name, value.value);
    });
  }
}

/** Like in the menu: asks before unsent messages and drafts are deleted. */
function askToSignOut(client: Client): void {
  const root = document.createElement('div');
  document.body.append(root);
  const close = () => {
    render(null, root);
    root.remove();
  };
  render(
    <ClientContext.Provider value={client}>
      <SignOut onClose={close} />
    </ClientContext.Provider>,
    root,
  );
}
