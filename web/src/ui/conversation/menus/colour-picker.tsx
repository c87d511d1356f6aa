import { setPersonal } from '../../../actions/channels.ts';
import { channelColor } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { Popover } from '../../kit/overlays/popover.tsx';
import { useClient } from '../../page/client.tsx';
import './colour-picker.css';
import { report } from '../../kit/toasts/report.ts';

/** Different enough to distinguish dots of 8 px. */
const colours = [
  '#c0504d',
  '#cf7a30',
  '#b8912c',
  '#8a9a3b',
  '#4f9a52',
  '#2e8b72',
  '#3a95b5',
  '#4a7fd0',
  '#6470d8',
  '#8a66c8',
  '#b05bb0',
  '#c25584',
  '#8a5a44',
  '#6f7680',
  '#4d6b8a',
  '#50804d',
] as const;

type Props = { channelId: number; anchor: Element; onClose: () => void };

/** The person's own colour for a channel. */
export function ColourPicker({ channelId, anchor, onClose }: Props) {
  const client = useClient();
  const current = channelColor(client.live, channelId)?.toLowerCase();
  const choose = (colour: string) => {
    void report(setPersonal(client, channelId, 'color', colour));
    onClose();
  };
  return (
    <Popover anchor={anchor} label={t('sidebar.colour')} onClose={onClose}>
      <div class="colour-picker">
        {colours.map((colour, i) => (
          <button
            key={colour}
            type="button"
            class="colour-picker-one"
            aria-label={t('sidebar.colourNumber', { count: i + 1 })}
            aria-pressed={colour === current}
            style={{ background: colour }}
            onClick={() => choose(colour)}
          />
        ))}
        <label class="colour-picker-own">
          <input
            type="color"
            value={current ?? '#6470d8'}
            // `onChange` fires when the browser's picker is closed; `onInput` would save each colour on the way.
            onChange={(event) => choose(event.currentTarget.value)}
          />
          {t('sidebar.ownColour')}
        </label>
      </div>
    </Popover>
  );
}
