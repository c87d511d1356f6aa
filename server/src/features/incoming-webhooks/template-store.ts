/** The template of a bot, which converts JSON deliveries to messages. */
import type { PreviewTemplateResponse } from '../../../../wire/integrations.ts';
import { auditUser } from '../../core/audit/index.ts';
import { botToAdminister } from '../../core/bots/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import type { Db } from '../../db/db.ts';
import { apiError } from '../../lib/errors.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';
import { isPlainText } from '../../lib/text.ts';
import { prepareDraft } from '../message-send/index.ts';
import { Payload } from './payload.ts';
import { checkTemplate, renderTemplate, TemplateFailure, type TemplateTexts } from './template.ts';

export async function loadTemplate(db: Db, botId: number): Promise<TemplateTexts | undefined> {
  const row = await db.q
    .selectFrom('incoming_webhook')
    .select(['template_topic as topic', 'template_content as content'])
    .where('user_id', '=', botId)
    .executeTakeFirst();
  const { topic, content } = row ?? { topic: null, content: null };
  return content === null ? undefined : { topic: topic ?? '', content };
}

/** GET /bots/{bot_id}/webhook_template; empty texts without a template */
export async function getTemplate(db: Db, me: Principal, id: number): Promise<TemplateTexts> {
  const bot = botToAdminister(me.cache, me.user, id);
  return (await loadTemplate(db, bot.id)) ?? { topic: '', content: '' };
}

/** PUT, and DELETE without a template. */
export async function changeTemplate(
  app: AppContext,
  me: Principal,
  id: number,
  given: TemplateTexts | undefined,
): Promise<void> {
  botToAdminister(me.cache, me.user, id);
  if (given) {
    for (const name of ['topic', 'content'] as const)
      if (!isPlainText(given[name])) throw apiError('parameters.invalid-character', { name });
    await checkTemplate(given).catch(refuse);
  }
  await app.db.write(me.orgId, me, async (tx) => {
    const bot = botToAdminister(tx.cache, tx.cache.users.get(me.id), id);
    const before = await loadTemplate(tx, bot.id);
    if (before === undefined && given === undefined) return;
    const template = { template_topic: given?.topic ?? null, template_content: given?.content ?? null };
    await tx.q
      .insertInto('incoming_webhook')
      .values({ user_id: bot.id, noticed_at: 0, secret_box: null, ...template })
      .onConflict((oc) => oc.column('user_id').doUpdateSet(template))
      .execute();
    await auditUser(tx, bot, 'update', {
      before: { webhook_template: before?.content ?? null },
      after: { webhook_template: given?.content ?? null },
    });
  });
}

/** Renders a sample payload. @param json The payload */
export async function previewTemplate(
  me: Principal,
  id: number,
  { payload: json, ...template }: TemplateTexts & { payload: string },
): Promise<PreviewTemplateResponse> {
  const bot = botToAdminister(me.cache, me.user, id);
  const rendered = await renderTemplate(template, parsed(json)).catch(refuse);
  const { topic, content } = rendered;
  if (content.text.trim() === '') return { topic, content: '', rendered_content: '' };
  const draft = prepareDraft({ cache: me.cache, user: bot }, content.text);
  return { topic, content: draft.content, rendered_content: draft.rendered.html };
}

function parsed(json: string): unknown {
  try {
    return new Payload(parseForeignJson(json, 100)).plain();
  } catch {
    throw apiError('integrations.invalid-json');
  }
}

function refuse(error: unknown): never {
  if (error instanceof TemplateFailure)
    throw apiError('integrations.invalid-template', { reason: error.message });
  throw error;
}
