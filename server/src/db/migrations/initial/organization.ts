import { columnTypes, type Dialect } from '../../sql.ts';

/** Organizations, what is set for all of their people, and the log of who changed it. */
export function organizationTables(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE organization (
       id ${t.autoId}, uuid text NOT NULL, name text NOT NULL, description text NOT NULL DEFAULT '',
       subdomain text NOT NULL UNIQUE, created_at ${t.int} NOT NULL, is_deactivated ${t.int} NOT NULL DEFAULT 0,
       settings text NOT NULL DEFAULT '{}', log_position ${t.int} NOT NULL DEFAULT 0,
       member_defaults text NOT NULL DEFAULT '{}', log_shifts text)`,
    `CREATE INDEX organization_listed ON organization (id)
       WHERE is_deactivated = 0 AND settings LIKE '%"want_advertise_in_communities_directory":true%'`,
    `CREATE TABLE allowed_domain (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), domain text NOT NULL,
       allow_subdomains ${t.int} NOT NULL,
       UNIQUE (org_id, domain))`,
    `CREATE TABLE linkifier (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), pattern text NOT NULL,
       url_template text NOT NULL, example_input text, reverse_template text,
       alternative_url_templates text NOT NULL DEFAULT '[]', sort_order ${t.int} NOT NULL)`,
    'CREATE INDEX linkifier_org ON linkifier (org_id, sort_order)',
    `CREATE TABLE playground (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), name text NOT NULL,
       language text NOT NULL, url_template text NOT NULL)`,
    'CREATE INDEX playground_org ON playground (org_id)',
    `CREATE TABLE audit_entry (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), created_at ${t.int} NOT NULL,
       actor_id ${t.int}, source text NOT NULL, address text, client text, operation text, action text NOT NULL,
       target_type text NOT NULL, target_id ${t.int}, target_name text, before text, after text)`,
    'CREATE INDEX audit_entry_organization ON audit_entry (org_id, id)',
    'CREATE INDEX audit_entry_time ON audit_entry (created_at)',
  ];
}
