/** What programs post that deal with customers. */
import type { Sample } from './sample.ts';

const sample = (integration: string, what: string, body: unknown): Sample => ({ integration, what, body });

export const customerSamples: readonly Sample[] = [
  sample('zendesk', 'a ticket', {
    ticket_title: 'The loom that I bought does not weave any more',
    ticket_id: '4',
    message: '**Ada** wrote:\nIt squeaks.',
  }),
  sample('freshdesk', 'a new ticket', {
    freshdesk_webhook: {
      triggered_event: '{ticket_action:created}',
      ticket_id: 11,
      ticket_subject: 'Test ticket',
      ticket_description: '<div>It squeaks</div><img src="https://x.example/loom.png" alt="the loom">',
      ticket_url: 'https://weavers.freshdesk.com/helpdesk/tickets/11',
      requester_name: 'Ada',
      requester_email: 'ada@example.com',
      ticket_type: 'Incident',
      ticket_priority: 'High',
      ticket_status: 'Open',
    },
  }),
  sample('freshdesk', 'another status', {
    freshdesk_webhook: {
      triggered_event: '{status:{from:2,to:3}}',
      ticket_id: 11,
      ticket_subject: 'Test ticket',
      ticket_url: 'https://weavers.freshdesk.com/helpdesk/tickets/11',
      requester_name: 'Ada',
      ticket_status: 'Pending',
    },
  }),
  sample('intercom', 'a test delivery', { type: 'notification_event', topic: 'ping', data: { item: {} } }),
  sample('intercom', 'a conversation', {
    type: 'notification_event',
    topic: 'conversation.user.created',
    data: {
      item: {
        type: 'conversation',
        id: '123',
        source: { body: '<p>Does it <b>squeak</b>?</p>', author: { name: 'Eve', email: 'eve@example.com' } },
        conversation_parts: { conversation_parts: [] },
      },
    },
  }),
  sample('intercom', 'a contact', {
    type: 'notification_event',
    topic: 'contact.tag.created',
    data: { item: { type: 'contact', id: '5', email: 'eve@example.com' } },
  }),
  sample('stripe', 'a charge', {
    id: 'evt_1',
    type: 'charge.succeeded',
    livemode: false,
    data: {
      object: {
        id: 'ch_1',
        object: 'charge',
        amount: 1099,
        currency: 'usd',
        customer: 'cus_1',
        status: 'succeeded',
        receipt_email: 'eve@example.com',
      },
    },
  }),
  sample('stripe', 'a subscription that changed', {
    id: 'evt_2',
    type: 'customer.subscription.updated',
    livemode: true,
    data: {
      object: { id: 'sub_1', object: 'subscription', customer: 'cus_1', status: 'active' },
      previous_attributes: { quantity: 1, items: { data: [] } },
    },
  }),
  sample('stripe', 'a payout in a currency without cents', {
    id: 'evt_3',
    type: 'payout.paid',
    livemode: true,
    data: { object: { id: 'po_1', object: 'payout', amount: 5000, currency: 'jpy', status: 'paid' } },
  }),
];
