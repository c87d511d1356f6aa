/** Stripe: charges, customers, subscriptions, invoices, disputes and payouts. */
import { UnsupportedEvent, type Delivery, type Integration, type ReadResult } from '../../integration.ts';
import { facts, link, md, paragraphs } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

/** Dashboard paths by type of object. */
const pages: Readonly<Record<string, string>> = {
  charge: 'payments',
  payment_intent: 'payments',
  customer: 'customers',
  subscription: 'subscriptions',
  invoice: 'invoices',
  dispute: 'disputes',
  payout: 'payouts',
  refund: 'refunds',
  product: 'products',
};

/** Currencies without a minor unit. */
const whole: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '),
);

function amount(object: Payload): string | undefined {
  const value = ['amount', 'amount_due', 'total']
    .map((name) => object.optionalNumber(name))
    .find((each) => each !== undefined);
  const currency = object.optionalText('currency');
  if (value === undefined || currency === undefined) return undefined;
  const shown = whole.has(currency.toLowerCase()) ? String(value) : (value / 100).toFixed(2);
  return `${shown} ${currency.toUpperCase()}`;
}

/** Kinds of objects: the first words of events. */
const supported = new Set(
  (
    'account balance charge checkout customer invoice invoiceitem payment_intent payout radar refund review ' +
    'subscription_schedule transfer'
  ).split(' '),
);

function receive({ payload }: Delivery): ReadResult {
  const event = payload.text('type');
  if (!supported.has(event.split('.', 1)[0] ?? '')) throw new UnsupportedEvent(event);
  const object = payload.at('data.object');
  const kind = object.optionalText('object') ?? event.split('.', 1)[0] ?? 'object';
  const id = object.optionalText('id');
  const page = Object.hasOwn(pages, kind) ? pages[kind] : undefined;
  const mode = payload.isTrue('livemode') ? '' : 'test/';
  const url =
    page === undefined || id === undefined
      ? undefined
      : `https://dashboard.stripe.com/${mode}${page}/${encodeURIComponent(id)}`;
  const customer =
    kind === 'customer' ? id : object.isText('customer') ? object.optionalText('customer') : undefined;
  const changed = payload.entries('data.previous_attributes').map(([name]) => name);
  const action = event.split('.').slice(1).join(' ').replaceAll('_', ' ');
  const content = paragraphs(
    md`${link(`${kind.replaceAll('_', ' ')} ${id ?? ''}`.trim(), url)}: **${action}**`,
    facts(
      ['Amount', amount(object)],
      ['Status', object.optionalText('status')],
      ['Email', object.firstText('email', 'customer_email', 'receipt_email')],
      ['Reason', object.firstText('failure_message', 'reason', 'cancellation_details.reason')],
      ['Changed', changed.length === 0 ? undefined : changed.slice(0, 10).join(', ')],
    ),
  );
  return { event, topic: customer ?? kind.replaceAll('_', ' '), content };
}

export const stripe: Integration = {
  name: 'stripe',
  displayName: 'Stripe',
  shaped: [...supported].map((kind) => `${kind}.*`),
  signature: 'stripe',
  receive,
};
