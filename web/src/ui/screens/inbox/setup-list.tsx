/** The setup checklist of owners, until everything is done or it is dismissed. */
import { signal } from '@preact/signals';
import { Circle, CircleCheck, X } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import type { GetSetupResponse, SetupStep } from '../../../../../wire/onboarding.ts';
import { dismissSetup, fetchSetup } from '../../../actions/organization/setup.ts';
import type { Client } from '../../../connection/client.ts';
import type { Address } from '../../../view/narrow/address.ts';
import { withMail } from '../../../view/text/mail.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { getHref } from '../../page/location.ts';
import './setup-list.css';

/** Kept while the page is open: shown at once when the inbox opens again. */
const known = signal<GetSetupResponse | undefined>(undefined);

const steps: readonly SetupStep[] = ['invite', 'describe', 'picture', 'mail', 'backups'];

/** Steps within the client; the others are settings of the server. */
const places: Partial<Record<SetupStep, Address>> = {
  invite: { screen: 'organization', page: 'invitations' },
  describe: { screen: 'organization', page: 'general' },
  picture: { screen: 'organization', page: 'general' },
};

export function SetupList() {
  const client = useClient();
  const { live } = client;
  const { realm_description: description, realm_icon_url: icon } = live.get('organization');
  useEffect(() => {
    if (known.peek()?.is_dismissed !== true) void load(client);
    // The parts of the state that may complete a step.
  }, [live.begun.value, live.get('users').size, description, icon]);
  const setup = known.value;
  if (setup === undefined || setup.is_dismissed || setup.done.length === steps.length) return null;
  return (
    <section class="setup-list frame-column" aria-label={t('setup.title')}>
      <header class="setup-list-header">
        <h2 class="setup-list-title">{t('setup.title')}</h2>
        <span class="setup-list-count numeric">
          {t('setup.count', { done: setup.done.length, all: steps.length })}
        </span>
        <IconButton label={t('setup.dismiss')} onClick={() => void dismiss(client, setup)}>
          <Icon of={X} />
        </IconButton>
      </header>
      <ul class="setup-list-steps">
        {steps.map((step) => (
          <Step key={step} step={step} isDone={setup.done.includes(step)} />
        ))}
      </ul>
    </section>
  );
}

function Step({ step, isDone }: { step: SetupStep; isDone: boolean }) {
  const { live } = useClient();
  const place = places[step];
  const name = t(`setup.${step}`);
  const hint =
    step === 'invite'
      ? withMail(live, t('setup.inviteHint'), t('setup.inviteLinkHint'))
      : t(`setup.${step}Hint`);
  return (
    <li class={isDone ? 'setup-list-step setup-list-done' : 'setup-list-step'}>
      <span class="setup-list-mark" role="img" aria-label={t(isDone ? 'setup.done' : 'setup.open')}>
        <Icon of={isDone ? CircleCheck : Circle} />
      </span>
      <span>
        {place === undefined || isDone ? name : <a href={getHref(place)}>{name}</a>}
        {!isDone && <span class="setup-list-hint">{hint}</span>}
      </span>
    </li>
  );
}

/** The inbox works without the list: a failure is not shown. */
async function load(client: Client): Promise<void> {
  const { value } = await fetchSetup(client);
  if (value !== undefined) known.value = value;
}

async function dismiss(client: Client, setup: GetSetupResponse): Promise<void> {
  known.value = { ...setup, is_dismissed: true };
  const failure = await dismissSetup(client);
  if (failure === undefined) return;
  known.value = setup;
  toast({ text: failureText(failure), kind: 'error' });
}
