import { Check, Pencil, Plus } from 'lucide-preact';
import type { PollChange } from '../../../../../wire/submessages.ts';
import { personName } from '../../../view/narrow/names.ts';
import { listSome } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import { getVoters, type Poll, type PollOption } from '../../../../../wire/widgets.ts';
import { Icon } from '../../kit/icon.tsx';
import { useClient } from '../../page/client.tsx';
import './poll.css';
import { WidgetForm } from './widget-form.tsx';
import type { WidgetProps } from './widget.tsx';

export function PollView({ widget: poll, isOwn, isOpen, change }: WidgetProps<Poll, PollChange>) {
  const voters = getVoters(poll);
  const { nextIndex: idx } = poll;
  const addOption = (option = '') => {
    if (poll.options.some(({ text }) => text === option)) return t('widgets.optionExists');
    return idx === undefined ? undefined : change({ type: 'new_option', idx, option });
  };
  return (
    <section class="widget" aria-label={t('widgets.poll')}>
      <div class="widget-head">
        <p class="widget-title" dir="auto">
          {poll.question || t('widgets.poll')}
        </p>
        {isOwn && isOpen && (
          <WidgetForm
            label={t('widgets.editQuestion')}
            icon={Pencil}
            isSmall
            fields={[{ label: t('widgets.question'), value: poll.question }]}
            button={t('common.save')}
            onSubmit={([question = '']) => change({ type: 'question', question })}
          />
        )}
      </div>
      <ul class="poll-options" role="list">
        {poll.options.map((option) => (
          <li key={option.key}>
            <Option option={option} voters={voters} isOpen={isOpen} change={change} />
          </li>
        ))}
      </ul>
      <div class="widget-foot">
        {isOpen && idx !== undefined && (
          <WidgetForm
            label={t('widgets.addOption')}
            icon={Plus}
            fields={[{ label: t('widgets.option.new') }]}
            button={t('widgets.add')}
            isRepeated
            onSubmit={([option]) => addOption(option)}
          />
        )}
        <p class="widget-meta">{t('widgets.voters', { count: voters })}</p>
      </div>
    </section>
  );
}

type OptionProps = Pick<WidgetProps<Poll, PollChange>, 'isOpen' | 'change'> & {
  option: PollOption;
  /** How many people have voted. */
  voters: number;
};

function Option({ option, voters, isOpen, change }: OptionProps) {
  const { live } = useClient();
  const { key, text } = option;
  const count = option.voters.length;
  const isVoted = option.voters.includes(live.peek().own.user_id);
  const list = listSome(option.voters.map((id) => personName(live, id)));
  return (
    <button
      type="button"
      class="poll-vote"
      aria-pressed={isVoted}
      title={list}
      disabled={!isOpen}
      onClick={() => void change({ type: 'vote', key, vote: isVoted ? -1 : 1 }, 'toast')}
    >
      <span class="visually-hidden">
        {t('widgets.option', { text, votes: t('widgets.votes', { count }) })}
      </span>
      <span class="poll-mark">
        <Icon of={Check} />
      </span>
      <span class="poll-text" dir="auto" aria-hidden="true">
        {text}
      </span>
      <span class="poll-count numeric" aria-hidden="true">
        {count}
      </span>
      <span class="poll-bar">
        <span class="poll-share" style={{ width: `${voters === 0 ? 0 : (100 * count) / voters}%` }} />
      </span>
      {count > 0 && (
        <span class="poll-names one-line" aria-hidden="true">
          {list}
        </span>
      )}
    </button>
  );
}
