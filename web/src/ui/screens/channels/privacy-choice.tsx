import type { Privacy } from '../../../actions/channels.ts';
import { mayCreateChannel, mayOpenToWeb } from '../../../view/channels/channel-rights.ts';
import { t } from '../../../view/text/text.ts';
import { useClient } from '../../page/client.tsx';
import { useId } from '../../kit/use-id.ts';

type Props = { value: Privacy; onChange: (to: Privacy) => void };

const kinds: readonly Privacy[] = ['web', 'public', 'private', 'closed'];

/** The privacy of a channel, as sentences. */
export function PrivacyChoice({ value, onChange }: Props) {
  const { live } = useClient();
  const name = useId();
  const may = {
    web: mayOpenToWeb(live),
    public: value === 'web' || mayCreateChannel(live, 'public'),
    private: mayCreateChannel(live, 'private'),
    closed: mayCreateChannel(live, 'private'),
  } satisfies Record<Privacy, boolean>;
  const shown = kinds.filter((kind) => kind === value || may[kind]);
  return (
    <fieldset class="privacy-choice">
      <legend class="field-label">{t('channels.privacy')}</legend>
      {shown.map((kind) => (
        <label key={kind} class="privacy-choice-one">
          <input
            class="radio"
            type="radio"
            name={name}
            checked={kind === value}
            onChange={() => onChange(kind)}
          />
          <span>
            <span class="privacy-choice-name">{t(`channels.${kind}`)}</span>
            <span class="field-hint">{t(`channels.${kind}Hint`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
