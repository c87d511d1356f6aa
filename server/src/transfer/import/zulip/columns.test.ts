import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld } from '../../../../../tests/support/world.ts';
import { neverExported } from './table-fates.ts';
import { runImport } from '../run.ts';
import { columns } from './columns.ts';

type Table = readonly object[];

/** @param oddly Given a table, makes the row that is in it besides. */
function weavers(oddly: (table: string) => object, more: Readonly<Record<string, Table>> = {}): Buffer {
  const channel = { id: 1, name: 'looms', invite_only: false, history_public_to_subscribers: true };
  const person = { id: 1, full_name: 'Hanna', delivery_email: 'hanna@weavers.example', role: 400 };
  const usual: Readonly<Record<string, Table>> = {
    zerver_realm: [{ id: 1, uuid: 'columns' }],
    zerver_userprofile: [person],
    zerver_stream: [channel],
    zerver_recipient: [{ id: 31, type: 2, type_id: 1 }],
    zerver_message: [
      { id: 1, sender: 1, recipient: 31, subject: 'a', content: 'warp', date_sent: exportStart / 1000 },
    ],
    ...more,
  };
  const table = (name: string) => [
    name,
    [...(usual[name] ?? []), ...(Object.hasOwn(columns, name) ? [oddly(name)] : [])],
  ];
  const file = (name: string, tables: readonly string[]) => ({
    name: `e/${name}.json`,
    data: JSON.stringify(Object.fromEntries(tables.map(table))),
  });
  const ofMessages = ['zerver_message', 'zerver_usermessage'];
  const apart = [...ofMessages, 'zerver_attachment'];
  const names = [...new Set([...Object.keys(columns), ...Object.keys(usual)])];
  return zip([
    file(
      'realm',
      names.filter((name) => !apart.includes(name)),
    ),
    file('attachment', ['zerver_attachment']),
    file('messages-000001', ofMessages),
  ]);
}

onBothEngines('Columns of an export of Zulip', (engine) => {
  test('A column that nobody declared is counted in each table, with its place', async (t) => {
    const world = await makeWorld(t, engine);
    const bytes = weavers(() => ({ id: 999_999_999, surprise: 'x' }));
    for (const dryRun of [true, false]) {
      const report = await runArchiveImport(world, bytes, { product: 'zulip', dryRun });
      for (const table of Object.keys(columns)) {
        const line = report.left_out.find(({ what }) => what === `${table}: surprise`);
        assert.equal(line?.count, 1, table);
        assert.ok(line.places[0]?.includes(table), table);
      }
    }
  });

  test('Linkifiers come in their order with all of their fields, and fields by which people are found', async (t) => {
    const world = await makeWorld(t, engine);
    const linkifier = (id: number, order: number, rest: object = {}) => ({
      id,
      order,
      pattern: `T${id}-(?P<n>[0-9]+)`,
      url_template: `https://t${id}.example/{n}`,
      ...rest,
    });
    const full = {
      example_input: 'T2-7',
      reverse_template: 'T2-{n}',
      alternative_url_templates: ['https://old.example/{n}'],
    };
    const bytes = weavers(() => ({}), {
      zerver_realmfilter: [linkifier(1, 2), linkifier(2, 1, full)],
      zerver_customprofilefield: [
        {
          id: 1,
          name: 'Number',
          hint: '',
          order: 1,
          field_type: 1,
          field_data: '',
          use_for_user_matching: true,
        },
      ],
    });
    await runArchiveImport(world, bytes, { product: 'zulip', dryRun: true });
    const cache = await world.app.organizations.cache(world.orgId);
    const path = `${world.app.config.data}/export-${world.orgId}.zip`;
    const { left_out: lines } = await runImport(
      world.app,
      cache,
      { product: 'zulip', path },
      { signal: new AbortController().signal, isLive: true, isNew: true },
    );
    // The rows of the other tables are of no message.
    assert.deepEqual(
      lines.map(({ what }) => what),
      [
        ...Object.keys(neverExported).filter((what) => what !== 'zerver_draft'),
        'zerver_reaction',
        'zerver_usermessage',
      ],
    );
    const linkifiers = (await world.as('ada').get('/realm/linkifiers')).json.linkifiers as {
      pattern: string;
      example_input: string | null;
      alternative_url_templates: string[];
    }[];
    assert.deepEqual(
      linkifiers.map(({ pattern, example_input: example, alternative_url_templates: others }) => [
        pattern,
        example,
        others,
      ]),
      [
        ['T2-(?P<n>[0-9]+)', 'T2-7', ['https://old.example/{n}']],
        ['T1-(?P<n>[0-9]+)', null, []],
      ],
    );
    const fields = (await world.as('ada').get('/realm/profile_fields')).json.custom_fields as {
      name: string;
      use_for_user_matching?: boolean;
    }[];
    assert.ok(fields.some((one) => one.name === 'Number' && one.use_for_user_matching === true));
  });
});
