/**
 * Several nodes on one PostgreSQL: how long an event takes from one to another, what a node more or less costs those who
 * send, and how soon someone else serves the polls of one that was killed.
 */
import { measureKills } from './nodes/kills.ts';
import { measureLags } from './nodes/lag.ts';
import { measureSends } from './nodes/sends.ts';
import { openStage } from './nodes/stage.ts';
import type { Effort } from './send.ts';
import type { Line } from './support/report.ts';

const organizations = 10;

export async function measureNodes(effort: Effort): Promise<Line[]> {
  const stage = await openStage(organizations);
  try {
    return [...(await measureLags(stage)), ...(await measureSends(stage, effort)), await measureKills(stage)];
  } finally {
    await stage.close();
  }
}
