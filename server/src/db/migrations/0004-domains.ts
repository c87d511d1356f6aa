import { columnTypes, type Dialect } from '../sql.ts';

export function domains(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    `CREATE TABLE allowed_domain (
       id ${t.autoId}, org_id ${t.int} NOT NULL REFERENCES organization (id), domain text NOT NULL,
       allow_subdomains ${t.int} NOT NULL, UNIQUE (org_id, domain))`,
  ];
}
