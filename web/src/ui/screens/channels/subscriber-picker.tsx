import { useRef } from 'preact/hooks';
import { Hash, Users } from 'lucide-preact';
import { fetchSubscribers } from '../../../actions/subscribers.ts';
import { personName } from '../../../view/narrow/names.ts';
import {
  groupPeople,
  suggestSets,
  toAdd,
  type ChosenPeople,
  type FilledSet,
  type PeopleSet,
} from '../../../view/people/people-sets.ts';
import { joinNames } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import { Chip } from '../../kit/chip.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PeoplePicker } from '../../parts/people/people-picker.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { useClient } from '../../page/client.tsx';

type Props = {
  chosen: ChosenPeople;
  onChange: (chosen: ChosenPeople) => void;
  /** IDs of people who are subscribed already. */
  without: ReadonlySet<number>;
  /** Undefined while the channel is being created. */
  channelId?: number;
};

const getKey = ({ kind, id }: PeopleSet): string => `${kind} ${id}`;

/** Chooses people, groups and other channels by name, and shows how many people they are. */
export function SubscriberPicker({ chosen, onChange, without, channelId }: Props) {
  const client = useClient();
  const { live } = client;
  // The subscribers of a channel may arrive after something else was chosen.
  const latest = useRef(chosen);
  latest.current = chosen;
  const choose = async (set: PeopleSet) => {
    const { value: ids, failure } =
      set.kind === 'group' ? { value: groupPeople(live, set.id) } : await fetchSubscribers(client, set.id);
    if (failure !== undefined) toast({ text: failureText(failure), kind: 'error' });
    else onChange({ ...latest.current, sets: [...latest.current.sets, { ...set, ids }] });
  };
  const isChosen = (set: PeopleSet) => chosen.sets.some((one) => getKey(one) === getKey(set));
  return (
    <div>
      <PeoplePicker
        label={t('channels.addPeople')}
        placeholder={t('channels.addHint')}
        chosen={chosen.people}
        onChange={(people) => onChange({ ...chosen, people })}
        without={without}
        chips={chosen.sets.map((set) => (
          <Chip
            key={getKey(set)}
            removeLabel={t('compose.remove', { name: set.name })}
            onRemove={() => onChange({ ...chosen, sets: chosen.sets.filter((one) => one !== set) })}
          >
            {set.name}
          </Chip>
        ))}
        more={(text) =>
          suggestSets(live, text, channelId)
            .filter((set) => !isChosen(set))
            .map((set) => ({
              key: getKey(set),
              content: <SetName of={set} />,
              choose: () => void choose(set),
            }))
        }
      />
      {chosen.sets.length > 0 && <Summary chosen={chosen} without={without} />}
    </div>
  );
}

const SetName = ({ of }: { of: PeopleSet | FilledSet }) => (
  <span class="people-picker-one">
    <Icon of={of.kind === 'group' ? Users : Hash} />
    {of.name}
  </span>
);

function Summary({ chosen, without }: Pick<Props, 'chosen' | 'without'>) {
  const { live } = useClient();
  const { ids, present, deactivated } = toAdd(live, chosen, without);
  const names = joinNames(deactivated.map((id) => personName(live, id)));
  return (
    <p class="field-hint" role="status">
      {t('channels.addSummary', { count: ids.length, present })}
      {names !== '' && ` ${t('channels.addDeactivated', { names })}`}
    </p>
  );
}
