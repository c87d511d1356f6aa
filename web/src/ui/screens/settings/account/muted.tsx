import { setMuted } from '../../../../actions/people.ts';
import { setVisibility } from '../../../../actions/topics.ts';
import { personName, topicPath } from '../../../../view/narrow/names.ts';
import { t } from '../../../../view/text/text.ts';
import { visibilities, type TopicVisibility } from '../../../../view/channels/topic-visibility.ts';
import { Button } from '../../../kit/button.tsx';
import { Select } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { PersonButton } from '../../../parts/people/person-button.tsx';
import { PersonPicture } from '../../../parts/people/person-picture.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';

export function Muted() {
  return (
    <>
      <People />
      <Topics />
    </>
  );
}

function People() {
  const client = useClient();
  const ids = [...client.live.get('personal').mutedUsers.keys()];
  const [state, save] = useSaving();
  return (
    <Group title="settings.mutedPeople">
      {ids.length === 0 && <p class="settings-hint">{t('settings.mutedNone')}</p>}
      <ul role="list" class="settings-rows">
        {ids.map((id) => {
          const name = personName(client.live, id);
          return (
            <li key={id} class="settings-row">
              <PersonButton userId={id} class="settings-row-person">
                <PersonPicture userIds={[id]} size={32} />
                <span class="settings-row-words one-line">{name}</span>
              </PersonButton>
              <Button
                aria-label={t('settings.unmute', { name })}
                onClick={() => save(setMuted(client, id, false))}
              >
                {t('profile.unmute')}
              </Button>
            </li>
          );
        })}
      </ul>
      <ErrorLine reason={typeof state === 'object' ? state.error : undefined} />
    </Group>
  );
}

function Topics() {
  const { live } = useClient();
  const topics = [...live.get('personal').topics].flatMap(([channelId, byKey]) =>
    [...byKey.values()].map(({ topic, policy }) => ({ channelId, topic, policy })),
  );
  return (
    <Group title="settings.topics">
      {topics.length === 0 && <p class="settings-hint">{t('settings.topicsNone')}</p>}
      {topics.map(({ channelId, topic, policy }) => (
        <Topic key={`${channelId} ${topic}`} channelId={channelId} topic={topic} now={visibilities[policy]} />
      ))}
    </Group>
  );
}

type TopicProps = { channelId: number; topic: string; now: TopicVisibility };

function Topic({ channelId, topic, now }: TopicProps) {
  const client = useClient();
  const [state, save] = useSaving();
  return (
    <Select
      label={topicPath(client.live, channelId, topic)}
      value={now}
      options={visibilities.map((value) => ({ value, text: t(`settings.topic.${value}`) }))}
      save={state}
      onChange={(to) => save(setVisibility(client, channelId, topic, to))}
    />
  );
}
