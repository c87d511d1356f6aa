/** POST /realm/test_welcome_bot_custom_message: sends the caller the welcome message for new users. */
import type { Tx } from '../../core/log/index.ts';
import { type Principal, currentUser } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { draftFor, sendDirect, systemBot } from '../message-send/index.ts';
import { checkedWelcomeText } from './checks.ts';

/** @returns the id of the message */
export async function sendTestWelcome(tx: Tx, me: Principal, given: string): Promise<number> {
  const text = checkedWelcomeText(given);
  if (text.trim() === '') throw apiError('organization.welcome-empty');
  const user = currentUser(tx.cache, me);
  const draft = draftFor(tx, user, text);
  const { id } = await sendDirect(tx, systemBot(tx, 'welcome-bot'), [user.id], { draft, client: 'Internal' });
  return id;
}
