/** DELETE /events: deletes an event queue. */
import type { DeleteQueueParams } from '../../../../wire/events.ts';
import type { ResponseFields, Context } from '../../http/route.ts';
import { deleteQueues } from '../../core/events/index.ts';
import { endQueues, goneQueue, ownsQueue } from './queues.ts';

export async function deleteQueue({ app, me, params }: Context<DeleteQueueParams>): Promise<ResponseFields> {
  const { queue_id: id } = params;
  if (!(await ownsQueue(app, me, id))) throw goneQueue(id);
  await app.db.write(me.orgId, me, (tx) => deleteQueues(tx, [id]));
  endQueues(app, [id]);
  return {};
}
