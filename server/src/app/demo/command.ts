/** Implements `heddle demo`: generates a large organization for benchmarks. */
import { loadConfig } from '../../lib/config/config.ts';
import { askRunningServer } from '../cli/socket/socket-client.ts';
import { CommandError } from '../../lib/command-error.ts';
import { makeProgressLine } from '../cli/progress-line.ts';
import { makeLarge, type LargeDemo } from './large.ts';
import { writeOut } from '../cli/print.ts';

export async function demo(flags: Record<string, unknown>): Promise<void> {
  const config = loadConfig(flags);
  if ((await askRunningServer(config.data, 'status', {})) !== undefined)
    throw new CommandError('A server is running on this data folder. Stop it first.');
  const size = {
    people: within(flags, 'people', 2, 200_000),
    channels: within(flags, 'channels', 1, 100_000),
    messages: within(flags, 'messages', 0, 100_000_000),
    seed: Number(flags.seed),
  };
  const isJson = flags.json === true;
  const line = makeProgressLine({ json: isJson });
  const made = await makeLarge(config, size, (done, all) => line.show(() => progressText(done, all))).finally(
    () => line.end(),
  );
  writeOut(isJson ? `${JSON.stringify(made)}\n` : summary(made));
}

function within(flags: Record<string, unknown>, name: string, least: number, most: number): number {
  const value = Number(flags[name]);
  if (value >= least && value <= most) return value;
  throw new CommandError(`--${name} must be from ${least} to ${most}.`);
}

const progressText = (done: number, all: number): string =>
  `${done.toLocaleString('en')} of ${all.toLocaleString('en')} messages`;

const summary = ({ people, channels, messages, seconds, owner }: LargeDemo): string =>
  `Generated ${people} users, ${channels} channels and ${messages} messages in ${seconds} s.
Sign in as the owner, who has about 50,000 unread messages (or fewer, in a small organization):
  Email     ${owner.email}
  Password  ${owner.password}
  API key   ${owner.api_key}
`;
