/** An organization with a channel that everybody on the internet may read. */
import { setChannel, setOrganization } from './change.ts';
import type { Engine } from './engines.ts';
import { Visitor } from './visitor.ts';
import { makeWorld, type Span, type World, type WorldOptions } from './world.ts';

/** The lounge is open to the world. */
export async function openLounge(
  t: Span,
  engine: Engine,
  { config, ...options }: WorldOptions = {},
): Promise<{ world: World; visitor: Visitor }> {
  const world = await makeWorld(t, engine, { ...options, config: { webPublicChannels: 'on', ...config } });
  await setOrganization(world, { enable_spectator_access: true });
  await setChannel(world, world.channels.lounge, { is_web_public: 1 });
  return { world, visitor: new Visitor(world) };
}
