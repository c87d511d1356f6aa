/** The configured push services: a relay, keys for the operator's own app, or both. */
import { type AppContext, defineService } from '../../core/context/index.ts';
import type { Config } from '../../lib/config/config.ts';
import type { DirectPush } from '../../lib/mobile-push/direct.ts';
import { parseFcmAccount } from '../../lib/mobile-push/fcm-account.ts';
import { PushRelay, relayAccount } from '../../lib/mobile-push/relay.ts';
import type {
  DevicePush,
  MobilePushService,
  PushOutcome,
  RegistrationOutcome,
  Sender,
  TokenRegistration,
} from '../../lib/mobile-push/service.ts';

type RelaySettings = Pick<Config, 'pushRelayUrl' | 'pushRelayId' | 'pushRelayKey'>;
type AppSettings = Pick<
  Config,
  'pushFcmKey' | 'pushFcmUrl' | 'pushApnsKey' | 'pushApnsKeyId' | 'pushApnsTeamId' | 'pushApnsUrl'
>;

/** Whether notifications reach apps from an app store. */
export const hasMobilePush = (config: RelaySettings & AppSettings): boolean =>
  config.pushRelayUrl !== undefined || hasOwnApp(config);

const hasOwnApp = ({ pushFcmKey, pushApnsKey }: AppSettings): boolean =>
  pushFcmKey !== undefined || pushApnsKey !== undefined;

/** `undefined` if none is configured. */
export function openRelay({
  config,
  external,
}: Pick<AppContext, 'config' | 'external'>): PushRelay | undefined {
  const account = relayAccount(config);
  return (
    account &&
    new PushRelay(account, (failure) =>
      failure ? external.failed('push relay', failure) : external.worked('push relay'),
    )
  );
}

const services = defineService((app: AppContext) => {
  const { config, secrets } = app;
  const relay = openRelay(app);
  let made: Promise<MobilePushService> | undefined;
  return () => (hasMobilePush(config) ? (made ??= makeServices(relay, { config, secrets })) : undefined);
});

/** `undefined` if no push service is configured. */
export const mobilePushService = (app: AppContext): Promise<MobilePushService> | undefined => services(app)();

// Loads the code for own apps only if they are configured.
async function makeServices(
  relay: PushRelay | undefined,
  { config, secrets }: Pick<AppContext, 'config' | 'secrets'>,
): Promise<MobilePushService> {
  if (!hasOwnApp(config)) return new Services(relay, undefined);
  const { DirectPush: Direct } = await import('../../lib/mobile-push/direct.ts');
  const [apns, fcm] = [await makeApnsSender(config), await makeFcmSender(config)];
  return new Services(relay, new Direct(secrets, { ...(apns && { apns }), ...(fcm && { fcm }) }));
}

async function makeFcmSender({ pushFcmKey, pushFcmUrl }: AppSettings): Promise<Sender | undefined> {
  const account = pushFcmKey === undefined ? undefined : parseFcmAccount(pushFcmKey);
  if (!account) return undefined;
  const { FcmSender } = await import('../../lib/mobile-push/fcm.ts');
  return new FcmSender(account, pushFcmUrl);
}

async function makeApnsSender({
  pushApnsKey: privateKey,
  pushApnsKeyId: keyId,
  pushApnsTeamId: teamId,
  pushApnsUrl: url,
}: AppSettings): Promise<Sender | undefined> {
  if (privateKey === undefined || keyId === undefined || teamId === undefined) return undefined;
  const { ApnsSender } = await import('../../lib/mobile-push/apns.ts');
  return new ApnsSender({ privateKey, keyId, teamId, url });
}

/** The public key for which an app seals its token determines the service. */
class Services implements MobilePushService {
  readonly #relay: PushRelay | undefined;
  readonly #own: DirectPush | undefined;

  constructor(relay: PushRelay | undefined, own: DirectPush | undefined) {
    this.#relay = relay;
    this.#own = own;
  }

  async register(asked: TokenRegistration): Promise<RegistrationOutcome> {
    const service = asked.publicKey === this.#own?.publicKey ? this.#own : this.#relay;
    return (await service?.register(asked)) ?? { kind: 'refused', code: 'INVALID_BOUNCER_PUBLIC_KEY' };
  }

  async notify(realmUuid: string, pushes: readonly DevicePush[]): Promise<PushOutcome> {
    const own = pushes.filter(({ token }) => token !== undefined);
    const others = pushes.filter(({ token }) => token === undefined);
    const outcomes = await Promise.all([
      own.length > 0 ? (this.#own?.notify(realmUuid, own) ?? notConfigured) : undefined,
      others.length > 0 ? (this.#relay?.notify(realmUuid, others) ?? notConfigured) : undefined,
    ]);
    return outcomes.filter((outcome) => outcome !== undefined).reduce(merged);
  }
}

const notConfigured: PushOutcome = {
  kind: 'failed',
  error: 'The push service of the device is no longer configured.',
  isPassing: false,
  deadTokenIds: [],
};

/** A failure that may pass is retried, unless the other service has delivered: a retry would repeat its notifications. */
function merged(one: PushOutcome, other: PushOutcome): PushOutcome {
  const deadTokenIds = [...one.deadTokenIds, ...other.deadTokenIds];
  if (one.kind === 'failed') return { ...(isRetried(one, other) ? one : other), deadTokenIds };
  if (other.kind === 'failed') return { ...(isRetried(other, one) ? other : one), deadTokenIds };
  return { kind: 'done', delivered: one.delivered + other.delivered, deadTokenIds };
}

const isRetried = (failed: Extract<PushOutcome, { kind: 'failed' }>, other: PushOutcome): boolean =>
  failed.isPassing && (other.kind === 'failed' || other.delivered === 0);
