import { t, languageCode } from '../../../view/text/text.ts';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useClient } from '../../page/client.tsx';
import './about-dialog.css';

/** The organization in numbers, and what it runs on. */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  const { live } = useClient();
  const { realm_name: name = 'Heddle', realm_description: description = '' } = live.get('organization');
  return (
    <Dialog title={t('about.title', { name })} size="small" onClose={onClose}>
      <div class="about-dialog">
        {description !== '' && <p dir="auto">{description}</p>}
        {live.hasPeople.value ? <Numbers /> : <Skeleton kind="row" rows={4} />}
        <p class="about-dialog-version">Heddle {live.get('server').heddle}</p>
      </div>
    </Dialog>
  );
}

function Numbers() {
  const { live } = useClient();
  const users = [...live.get('users').values()].filter((user) => user.is_active);
  const people = users.filter((user) => !user.is_bot);
  const rows = [
    { name: t('about.people'), count: people.filter((user) => !user.is_guest).length },
    { name: t('about.guests'), count: people.filter((user) => user.is_guest).length },
    { name: t('about.bots'), count: users.length - people.length },
    {
      name: t('about.channels'),
      count: [...live.get('channels').values()].filter((channel) => !channel.is_archived).length,
    },
  ];
  return (
    <dl class="about-dialog-numbers">
      {rows
        .filter(({ count }) => count > 0)
        .map(({ name, count }) => (
          <div key={name} class="about-dialog-row">
            <dt>{name}</dt>
            <dd class="numeric">{count.toLocaleString(languageCode())}</dd>
          </div>
        ))}
    </dl>
  );
}
