/** Records a tool call in the audit log: user, key and target, but no content. */
import { audit } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import { currentRequest } from '../../lib/telemetry/current-request.ts';
import type { Caller } from './caller.ts';

/** Arguments that name the target. */
const recorded = ['channel', 'topic', 'message_id', 'user_ids', 'emoji_name'] as const;

export async function auditCall(
  { db }: Pick<AppContext, 'db'>,
  { me, address }: Caller,
  { tool, client, params }: { tool: string; client: string; params: Readonly<Record<string, unknown>> },
): Promise<void> {
  const origin = { source: 'api', address, client, userId: me.id } as const;
  const current = currentRequest.getStore();
  if (current) current.origin = origin;
  const type = me.user.isBot ? 'bot' : 'user';
  const after = {
    tool,
    key_id: me.key.id,
    ...Object.fromEntries(
      recorded.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])),
    ),
  };
  await db.write(me.orgId, me, (tx) =>
    audit(tx, { action: `${type}.call_mcp_tool`, target: { type, id: me.id }, after, origin }),
  );
}
