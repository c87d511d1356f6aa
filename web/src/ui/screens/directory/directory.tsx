import type { ScreenProps } from '../../page/screen-props.ts';
import '../channels/channels.css';
import './directory.css';
import { CreateGroup } from './create-group.tsx';
import { GroupDetail } from './group-detail.tsx';
import { Groups } from './groups.tsx';
import { People } from './people.tsx';

/** `/people` lists people, `/people/groups` groups, `/people/groups/new` the form over them, `/people/groups/7` one group. */
export default function Directory({ page }: ScreenProps) {
  const [first = '', second = ''] = page.split('/');
  if (first !== 'groups') return <People />;
  const id = Number.parseInt(second, 10);
  if (!Number.isNaN(id)) return <GroupDetail key={id} groupId={id} />;
  return (
    <>
      <Groups />
      {second === 'new' && <CreateGroup />}
    </>
  );
}
