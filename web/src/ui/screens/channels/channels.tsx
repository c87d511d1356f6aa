import type { ScreenProps } from '../../page/screen-props.ts';
import { ChannelBrowser } from './channel-browser.tsx';
import { ChannelDetail } from './channel-detail.tsx';
import './channels.css';
import { Folders } from './folders.tsx';

/**
 * `/channels` is the channel browser, `/channels/new` the form over it, `/channels/folders` the folders,
 * `/channels/7/people` a tab of one channel.
 */
export default function Channels({ page }: ScreenProps) {
  const [first = '', tab = ''] = page.split('/');
  const id = Number.parseInt(first, 10);
  if (first === 'folders') return <Folders />;
  if (Number.isNaN(id)) return <ChannelBrowser isCreating={first === 'new'} />;
  return <ChannelDetail key={id} channelId={id} tab={tab} />;
}
