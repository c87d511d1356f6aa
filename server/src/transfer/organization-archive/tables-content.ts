/** Decisions about files, emoji, drafts and saved items, and lists of the organization. */
import { byOrganization, keep, organizationId, references, type Decisions } from './decision.ts';
import { auditTarget, auditValues } from './audit-references.ts';
import { visibleMessages } from './scope.ts';
import { draftRecipients, filePath, html, idList, pictureHolder, text } from './value-references.ts';

const ofPerson = references('person');
const ownLater = { path: byOrganization, limited: { own: 'user_id' } } as const;

export const contentTables = {
  attachment: {
    path: byOrganization,
    limited: {
      where: (scope) =>
        `(owner_id IN (${scope.consenting}) OR id IN (SELECT attachment_id FROM attachment_claim
           WHERE message_id IN (${visibleMessages(scope)})))`,
    },
    columns: {
      id: references('attachment'),
      org_id: organizationId,
      owner_id: ofPerson,
      path: filePath,
      name: keep,
      size: keep,
      content_type: keep,
      created_at: keep,
      unclaimed_since: keep,
      width: keep,
      height: keep,
      is_animated: keep,
      thumbnails: keep,
      transcript: keep,
    },
  },
  attachment_claim: {
    path: { column: 'attachment_id', through: 'attachment' },
    limited: { message: 'message_id' },
    columns: { attachment_id: references('attachment'), message_id: references('message') },
  },
  picture: {
    path: byOrganization,
    limited: 'all',
    columns: { org_id: organizationId, kind: keep, holder_id: pictureHolder, path: filePath },
  },
  custom_emoji: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('custom_emoji'),
      org_id: organizationId,
      name: keep,
      author_id: ofPerson,
      is_animated: keep,
      is_deactivated: keep,
      created_at: keep,
    },
  },
  draft: {
    ...ownLater,
    columns: {
      id: references('draft'),
      org_id: organizationId,
      user_id: ofPerson,
      type: keep,
      recipients: draftRecipients,
      topic: keep,
      content: text,
      changed_at: keep,
    },
  },
  saved_snippet: {
    ...ownLater,
    columns: {
      id: references('saved_snippet'),
      org_id: organizationId,
      user_id: ofPerson,
      title: keep,
      content: text,
      created_at: keep,
    },
  },
  scheduled_message: {
    ...ownLater,
    columns: {
      id: references('scheduled_message'),
      org_id: organizationId,
      user_id: ofPerson,
      channel_id: references('channel'),
      recipients: idList('person'),
      topic: keep,
      content: text,
      rendered: html,
      client: keep,
      deliver_at: keep,
      keeps_unread: keep,
      is_failed: keep,
      target_message_id: references('message'),
      // Keys do not move, so what was scheduled with one is not sent.
      key_id: { blank: 'CASE WHEN key_id IS NOT NULL THEN 0 END' },
    },
  },
  linkifier: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('linkifier'),
      org_id: organizationId,
      pattern: keep,
      url_template: keep,
      example_input: keep,
      reverse_template: keep,
      alternative_url_templates: keep,
      sort_order: keep,
    },
  },
  slash_command: {
    path: byOrganization,
    limited: 'none',
    columns: {
      id: references('slash_command'),
      org_id: organizationId,
      name: keep,
      description: keep,
      user_id: references('person'),
      group_id: references('user_group'),
    },
  },
  playground: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('playground'),
      org_id: organizationId,
      name: keep,
      language: keep,
      url_template: keep,
    },
  },
  allowed_domain: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('allowed_domain'),
      org_id: organizationId,
      domain: keep,
      allow_subdomains: keep,
    },
  },
  audit_entry: {
    path: byOrganization,
    limited: 'none',
    columns: {
      id: references('audit_entry'),
      org_id: organizationId,
      created_at: keep,
      actor_id: ofPerson,
      source: keep,
      address: keep,
      client: keep,
      operation: keep,
      action: keep,
      target_type: keep,
      target_id: auditTarget,
      target_name: keep,
      before: auditValues,
      after: auditValues,
    },
  },
  sign_in_policy: {
    path: byOrganization,
    limited: 'all',
    columns: {
      org_id: organizationId,
      two_factor_from: keep,
      session_hours: keep,
      idle_minutes: keep,
      min_password_length: keep,
      confirm_former_email: keep,
    },
  },
  external_identity: {
    path: byOrganization,
    limited: 'none',
    columns: {
      id: references('external_identity'),
      org_id: organizationId,
      user_id: ofPerson,
      issuer: keep,
      subject: keep,
      created_at: keep,
      last_used_at: keep,
      key_hash: { blank: 'NULL' },
      key_sid: { blank: 'NULL' },
      picture_hash: keep,
    },
  },
} as const satisfies Partial<Decisions>;
