/** The commands about push notifications to mobile apps. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { type Flags, command, examples, whileRunning } from './program-parts.ts';
import { writeOut } from './print.ts';

export function addPush(program: Command): void {
  const group = program.command('push').description('Set up push notifications to apps from an app store');
  command(group, 'enroll', 'Register this server with a push relay, and print the settings to use it')
    .requiredOption('--relay <url>', 'URL of the push relay')
    .requiredOption('--contact <address>', 'Email address of the operator, for the relay')
    .addHelpText(
      'after',
      examples(['heddle push enroll --relay https://push.example.com --contact ada@example.com']) +
        '\n\nbase_url must be set. The relay learns the host name of this server, the contact address and, later, names and URLs of the organizations.',
    )
    .action(async ({ relay, contact, json, ...flags }: Flags) => {
      const settings = await enroll(flags, String(relay), String(contact));
      const lines = Object.entries(settings).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
      const text = `The push relay knows this server now. Add to heddle.toml, and restart Heddle:\n\n${lines.join('\n')}`;
      writeOut(`${json ? JSON.stringify(settings) : text}\n`);
    });
  command(group, 'key', 'Print the public key for an app of your own, which seals its push tokens for it')
    .addHelpText('after', examples(['heddle push key']) + whileRunning)
    .action(async ({ json, ...flags }: Flags) => {
      const publicKey = await ownPublicKey(flags);
      writeOut(`${json ? JSON.stringify({ public_key: publicKey }) : publicKey}\n`);
    });
}

async function ownPublicKey(flags: Flags): Promise<string> {
  const [{ loadConfig }, { DirectPush }, { loadSecrets, secretsPath }] = await Promise.all([
    import('../../lib/config/config.ts'),
    import('../../lib/mobile-push/direct.ts'),
    import('../../lib/secrets-file.ts'),
  ]);
  return new DirectPush(loadSecrets(secretsPath(loadConfig(flags))), {}).publicKey;
}

async function enroll(flags: Flags, url: string, contact: string): Promise<Record<string, string>> {
  const [{ loadConfig, ConfigError }, { PushRelay }, { newApiKey }] = await Promise.all([
    import('../../lib/config/config.ts'),
    import('../../lib/mobile-push/relay.ts'),
    import('../../lib/secrets.ts'),
  ]);
  const account = { url, id: randomUUID(), key: newApiKey() + newApiKey() };
  // Validated like settings, so that the printed values are accepted.
  const pushSettings = { pushRelayUrl: url, pushRelayId: account.id, pushRelayKey: account.key };
  const { baseUrl } = loadConfig({ ...flags, ...pushSettings });
  if (baseUrl === undefined) throw new ConfigError(['base_url is not set']);
  const error = await new PushRelay(account).enroll(new URL(baseUrl).host, contact);
  if (error !== undefined) throw new Error(error);
  return { push_relay_url: url, push_relay_id: account.id, push_relay_key: account.key };
}
