import { clockAhead } from '../../store/server-clock.ts';
import { describeWrongClock } from '../../view/text/wrong-clock.ts';
import { useClient } from '../page/client.tsx';
import './clock-notice.css';

/** Where times are chosen: that the clock of the device is wrong. */
export function ClockNotice() {
  const text = describeWrongClock(clockAhead(useClient().live));
  return text === undefined ? null : <p class="clock-notice">{text}</p>;
}
