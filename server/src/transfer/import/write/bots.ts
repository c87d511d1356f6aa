/** What bots have besides their accounts: who owns them, what they are, and the services that they post to. */
import { botTypes } from '../../../../../wire/bots.ts';
import {
  botPrograms,
  checkConfiguration,
  checkedPayloadUrl,
  checkInterface,
  storeBot,
  type BotRow,
} from '../../../core/bots/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { keep as keepEntries } from '../../../features/bots/index.ts';
import { newApiKey } from '../../../lib/secrets.ts';
import { errorMessage } from '../../../lib/thrown.ts';
import type { BotFields, PersonRecord } from '../records.ts';
import type { ImportContext } from './context.ts';

export interface BotPlan {
  type: number;
  ownerId: number;
  details: Omit<BotRow, 'user_id'>;
}

const plain: BotPlan['details'] = {
  sending_channel_id: null,
  events_channel_id: null,
  hears_all_public: 0,
  payload_url: null,
  interface: null,
  token: null,
  config: '{}',
  service_name: null,
};

/** A bot whose service cannot be used here becomes a generic one, which the report says. */
export function planBot(context: ImportContext, { id, isBot, bot }: PersonRecord): BotPlan | undefined {
  if (isBot !== true) return undefined;
  const ownerId = context.people.get(bot?.owner ?? '') ?? context.owner.id;
  if (!bot) return { type: botTypes.generic, ownerId, details: plain };
  try {
    return { type: bot.type, ownerId, details: checkedDetails(context, bot) };
  } catch (error) {
    context.report.problem(`bot ${id}`, `It came as a generic bot: ${errorMessage(error)}`);
    return { type: botTypes.generic, ownerId, details: plain };
  }
}

/** Tokens are new here, as keys are. @throws Error with the reason why it cannot be such a bot here */
function checkedDetails(
  { app }: ImportContext,
  { type, payloadUrl, interface: format = 1, program, config }: BotFields,
): BotPlan['details'] {
  checkConfiguration(config);
  const details = { ...plain, config: JSON.stringify(config) };
  if (type === botTypes.generic || type === botTypes.incoming) return details;
  if (type === botTypes.outgoing) {
    checkInterface(format);
    // One without an address posts nowhere, until its owner gives it one.
    const url = (payloadUrl ?? '') === '' ? null : checkedPayloadUrl('payload_url', payloadUrl ?? '');
    return { ...details, payload_url: url, interface: format, token: newApiKey() };
  }
  if (type !== botTypes.embedded) throw new Error('This server has no such type.');
  if (!botPrograms(app).has(program ?? '')) throw new Error('This server does not have its program.');
  return { ...details, service_name: program ?? null };
}

/** In the transaction that inserts the account. */
export async function storeBotPlan(
  tx: Tx,
  { report }: ImportContext,
  userId: number,
  { details }: BotPlan,
  { id, bot }: PersonRecord,
): Promise<void> {
  if (!bot) return;
  await storeBot(tx, { user_id: userId, ...details });
  if (Object.keys(bot.storage).length === 0) return;
  try {
    await keepEntries(tx, userId, bot.storage);
  } catch (error) {
    report.problem(`bot ${id}`, `What it stored did not come: ${errorMessage(error)}`);
  }
}
