import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { text, useDailyMessages } from '../../../../test/daily-messages.ts';

const scene = useDailyMessages();
const { call, write, onDay, plan } = scene;

describe('POST /daily-messages/import', () => {
  const send = (csv: string, dry_run = false) => call('POST', 'import', { csv, dry_run });

  it.each([',', ';', '\t'])('imports a table separated by %j', async (delimiter) => {
    const rows = [
      ['day', 'fr_title', 'fr_body', 'en_body', 'status', 'link'],
      ['2036-03-12', 'Titre', '"Deux\nlignes"', 'Two', 'ready', 'https://example.com/'],
      ['', '', 'Réserve', '', '', ''],
    ];
    const csv = `\uFEFF${rows.map((row) => row.join(delimiter)).join('\r\n')}\r\n`;
    expect((await send(csv, true)).body).toEqual({
      count: 2,
      created: 0,
      headings: rows[0],
      matched_columns: rows[0],
      samples: rows.slice(1).map((row) => row.map((cell) => cell.replaceAll('"', ''))),
      day_order: 'dmy',
      rejected: [],
      rows: [
        { line: 2, id: null, day: '2036-03-12', titles: { fr: 'Titre', en: 'Two' }, status: 'ready' },
        { line: 4, id: null, day: null, titles: { fr: 'Réserve', en: '' }, status: 'draft' },
      ],
      errors: [],
    });
    expect((await call('GET', '')).body.count).toBe(0);
    expect((await send(csv)).body).toMatchObject({ created: 2, errors: [] });
    const { body } = await call('GET', '');
    expect(body.data).toMatchObject([
      {
        day: '2036-03-12',
        status: 'ready',
        link: 'https://example.com/',
        translations: { fr: { title: 'Titre', body: 'Deux\nlignes', author: '' }, en: text('Two') },
      },
      { day: null, status: 'draft', translations: { fr: text('Réserve'), en: null } },
    ]);
  });

  it('reads cells copied from a spreadsheet, which quotes only multi-line cells', async () => {
    const bodies = [
      'Il a dit "bonjour"',
      '"Salut", dit-il',
      'Un 5" de plus',
      '"Deux\n""lignes"""',
      ' des espaces ',
      '"Carpe diem."',
      "'=1+1",
    ];
    const { body } = await send(`fr_body\tstatus\r\n${bodies.map((cell) => `${cell}\tdraft\r\n`).join('')}`);
    expect(body).toMatchObject({ created: 7, errors: [] });
    expect(
      body.rows.map(({ line, titles }: { line: number; titles: { fr: string } }) => [line, titles.fr]),
    ).toEqual([
      [2, 'Il a dit «\u00a0bonjour\u00a0»'],
      [3, '«\u00a0Salut\u00a0», dit-il'],
      [4, 'Un 5" de plus'],
      [5, 'Deux\n«\u00a0lignes\u00a0»'],
      [7, 'des espaces'],
      [8, '«\u00a0Carpe diem.\u00a0»'],
      [9, '=1+1'],
    ]);
    const table = ['fr_body\tstatus', '"Bonjour\tdraft', 'Au revoir\tdraft', 'Il dit "oui"\tdraft'].join(
      '\n',
    );
    expect((await send(table)).body).toMatchObject({
      created: 0,
      errors: [{ line: 2, type: 'csv_parsing' }],
    });
  });

  it.each(['\n', '\r\n', '\r'])(
    'includes empty lines and lines in cells in line numbers, with line ending %j',
    async (end) => {
      const table = ['day,fr_body', '', '2036-02-30,a', '', '', ',"b', '', 'c"', '2036-02-31,d'].join(end);
      const { body } = await send(table, true);
      expect(body.rows.map(({ line }: Record<string, unknown>) => line)).toEqual([6]);
      expect(body.errors.map(({ line }: Record<string, unknown>) => line)).toEqual([3, 9]);
    },
  );

  it.each([',', ';', '\t'])(
    'skips rows of empty cells separated by %j and includes them in line numbers',
    async (delimiter) => {
      const rows = [
        'day,fr_body,en_body',
        ',,',
        '2036-03-12,a,',
        ' , ,  ',
        ',,',
        '2036-02-30,b,',
        ',,',
        ',,',
        '',
      ];
      const table = rows.map((row) => row.replaceAll(',', delimiter));
      const { body } = await send(table.join('\r\n'), true);
      expect(body).toMatchObject({ count: 2, rows: [{ line: 3 }], errors: [{ line: 6, field: 'day' }] });
      expect((await send(table.toSpliced(5, 1).join('\r\n'))).body).toMatchObject({ created: 1, errors: [] });
    },
  );

  it('applies French typography as the editor does and leaves English unchanged', async () => {
    const { body } = await send("fr_title,fr_body,en_body\nL'été !,Quoi ?,Don't go !");
    expect(body).toMatchObject({ created: 1, errors: [] });
    const { body: listed } = await call('GET', '');
    expect(listed.data[0].translations).toMatchObject({
      fr: { title: 'L’été\u202f!', body: 'Quoi\u202f?' },
      en: { body: "Don't go !" },
    });
  });

  it('reports every error by line and column and imports nothing', async () => {
    await onDay('2036-03-20');
    const csv = [
      'day,fr_body,en_body,status,link',
      '2036-02-30,a,,,',
      '2020-01-01,a,,,',
      '2036-03-20,a,,,',
      '2036-03-21,a,,,',
      '2036-03-21,b,,,',
      ',,,draft,',
      ',,Hello,ready,',
      ',a,,published,',
      ',a,,,ftp://x',
      `,${'x'.repeat(1001)},,,`,
      ',a,b',
    ].join('\n');
    const { body } = await send(csv);
    expect(body.created).toBe(0);
    expect(body.errors.map(({ line, field, type }: Record<string, unknown>) => [line, field, type])).toEqual([
      [2, 'day', 'date_parsing'],
      [3, 'day', 'date_too_early'],
      [4, 'day', 'day_taken'],
      [6, 'day', 'day_taken'],
      [7, 'fr_body', 'missing'],
      [8, 'fr_body', 'default_locale_missing'],
      [9, 'status', 'enum'],
      [10, 'link', 'url_parsing'],
      [11, 'fr_body', 'string_too_long'],
      [12, '', 'column_count'],
    ]);
    expect(
      body.errors.flatMap(({ line, occupant }: Record<string, unknown>) =>
        occupant ? [[line, occupant]] : [],
      ),
    ).toEqual([
      [4, 'Message 2036-03-20'],
      [6, 'a'],
    ]);
    expect(Object.keys(await plan())).toEqual(['2036-03-20']);
  });

  it('accepts a table of 500,000 characters of any byte length and rejects a longer one', async () => {
    const rows = [...Array<number>(499).fill(999), 991].map((size) => '\u{1f600}'.repeat(size));
    const table = `fr_body\n${rows.join('\n')}\n`;
    expect([...table]).toHaveLength(500_000);
    const fits = await send(table, true);
    expect([fits.status, fits.body.count]).toEqual([200, 500]);
    const { status, body } = await send(`${table}x`, true);
    expect([status, body.detail[0].type]).toEqual([422, 'string_too_long']);
  });

  it('reads a row of 100 cells and a cell of 100,000 characters', async () => {
    const cells = ['fr_body', ...Array<string>(99).fill('-')].join(',');
    const { body } = await send(`${cells}\n${cells}\n`, true);
    expect(body).toMatchObject({ count: 1, errors: [] });
    const long = await send(`fr_body\n"${'x'.repeat(100_000)}"\n`, true);
    expect(long.body.errors).toMatchObject([{ line: 2, type: 'string_too_long' }]);
  });

  it.each([
    ['langue,fr_body\nfr,x', [1, 'langue', 'unknown_column']],
    ['day,day\n,', [1, 'day', 'repeated_column']],
    ['texte_fr,Texte en français\n,', [1, 'fr_body', 'repeated_column']],
    ['body,text\n,', [1, 'en_body', 'repeated_column']],
    ['fr_body', [1, '', 'too_short']],
    ['day,fr_body\n,\n , \n', [1, '', 'too_short']],
    [`fr_body\n${'x\n'.repeat(5001)}`, [1, '', 'too_long']],
    ['fr_body\n"x', [2, '', 'csv_parsing']],
    [`fr_body\n${';'.repeat(10)}\n${','.repeat(100)}x`, [3, '', 'too_many_columns']],
    [','.repeat(250_000), [1, '', 'too_many_columns']],
    [`fr_body\n"${'x'.repeat(100_002)}"`, [2, '', 'csv_parsing']],
  ])('rejects the import of the table %j', async (csv, [line, field, type]) => {
    expect((await send(csv)).body.errors).toMatchObject([{ line, field, type }]);
  });

  it.each(['titre,titre_fr,texte\nAutre,Un,y', 'titre_fr,titre,texte\nUn,Autre,y'])(
    'in %j reports a similar heading as unknown when the exact heading is present',
    async (csv) => {
      expect((await send(csv)).body).toMatchObject({
        errors: [{ field: 'titre', type: 'unknown_column' }],
      });
      const save = { csv, columns: { titre: '-' }, dry_run: false };
      expect((await call('POST', 'import', save)).body).toMatchObject({ created: 1, errors: [] });
      expect((await call('GET', '')).body.data).toMatchObject([
        { translations: { fr: { title: 'Un', body: 'y' } } },
      ]);
    },
  );

  it.each<[table: string, csv: string]>([
    ['begins with a blank line', '\r\nday;fr_body\r\n2036-03-12;un\r\n'],
    ['begins with blank lines and spaces', '\n  \n\nday,fr_body\n2036-03-12,un'],
    ['names its delimiter in a first line', 'sep=;\r\nday;fr_body\r\n2036-03-12;un\r\n'],
    ['names a delimiter that is not usual', '"sep=|"\nday|fr_body\n2036-03-12|un'],
    ['has headings of several lines', '"Jour\n(date)";"Texte\nfr"\n2036-03-12;un'],
    ['has other delimiters in quoted headings', '"day";"fr_body";"a, b, c\td"\n2036-03-12;un;'],
    ['has a column named Message', 'Date,Message\n2036-03-12,un'],
    ['has days with times', 'day;fr_body\n12/03/2036 00:00;un'],
    ['has cells without a value', 'day;fr_body;fr_author;link\n2036-03-12;un;#N/A;#N/A'],
  ])('reads a table that %s', async (_table, csv) => {
    const columns = csv.includes('a, b') ? { 'a, b, c d': '-' } : {};
    const { body } = await call('POST', 'import', { csv, columns });
    expect(body).toMatchObject({ errors: [], count: 1, rows: [{ day: '2036-03-12', titles: { fr: 'un' } }] });
  });

  it.each([
    ['#REF!', 'failed_formula'],
    ['#VALEUR!', 'failed_formula'],
    ['#NAME?', 'failed_formula'],
    ['caf\uFFFD', 'unreadable'],
  ])('rejects the row of a cell with “%s” and imports the others', async (cell, type) => {
    const csv = `fr_body\n${cell}\nautre`;
    const { body } = await call('POST', 'import', { csv, dry_run: false, partial: true });
    expect(body).toMatchObject({
      created: 1,
      rejected: [{ line: 2, cells: [cell] }],
      errors: [{ line: 2, field: 'fr_body', type }],
    });
  });

  describe('order of day and month', () => {
    const datesOf = async (days: readonly string[], more: object = {}, delimiter = ',') => {
      const rows = [['Date', 'Text'], ...days.map((day) => [day, 'x'])];
      const csv = rows.map((row) => row.join(delimiter)).join('\n');
      const { body } = await call('POST', 'import', { csv, ...more });
      return [body.day_order, body.rows.map(({ day }: { day: string }) => day)];
    };

    it('is derived from the whole column', async () => {
      expect(await datesOf(['4/1/2036', '4/30/2036'])).toEqual(['mdy', ['2036-04-01', '2036-04-30']]);
      expect(await datesOf(['1/4/2036', '30/4/2036'])).toEqual(['dmy', ['2036-04-01', '2036-04-30']]);
    });

    it('is requested if the column is ambiguous', async () => {
      expect(await datesOf(['4/5/2036'])).toEqual([null, ['2036-05-04']]);
      expect(await datesOf(['4/5/2036'], { day_order: 'mdy' })).toEqual(['mdy', ['2036-04-05']]);
      expect(await datesOf(['4/5/2036'], { day_order: 'dmy' })).toEqual(['dmy', ['2036-05-04']]);
    });

    it('defaults to day first in tables with semicolons', async () => {
      expect(await datesOf(['4/5/2036'], {}, ';')).toEqual(['dmy', ['2036-05-04']]);
    });
  });

  it('applies the chosen status to rows without one', async () => {
    const csv = 'fr_body;status\nun;\ndeux;draft\ntrois;ready';
    const statusesWith = async (more: object) => {
      const { body } = await call('POST', 'import', { csv, ...more });
      return body.rows.map(({ status }: { status: string }) => status);
    };
    expect(await statusesWith({})).toEqual(['draft', 'draft', 'ready']);
    expect(await statusesWith({ status: 'ready' })).toEqual(['ready', 'draft', 'ready']);
  });

  it('imports the columns that the user chose for unknown headings', async () => {
    const csv = 'Le,"Titre, court","Texte\r\n""long""",,lien\n2036-03-12,Un,Deux,x,y';
    const found = (await send(csv)).body;
    expect(found.errors.map(({ field, type }: Record<string, string>) => [field, type])).toEqual(
      ['Le', 'Titre, court', 'Texte "long"', ''].map((heading) => [heading, 'unknown_column']),
    );
    const [date, title, body, unnamed] = found.headings;
    const columns = { [date]: 'day', [title]: 'fr_title', [body]: 'fr_body', [unnamed]: '-', lien: '-' };
    expect((await call('POST', 'import', { csv, columns, dry_run: false })).body).toMatchObject({
      created: 1,
      errors: [],
    });
    expect((await call('GET', '')).body.data).toMatchObject([
      { day: '2036-03-12', link: null, translations: { fr: { title: 'Un', body: 'Deux' } } },
    ]);
    const twice = await call('POST', 'import', { csv, columns: { ...columns, [unnamed]: 'day' } });
    expect(twice.body.errors).toMatchObject([{ field: 'day', type: 'repeated_column' }]);
  });

  it('accepts words and dates of either language regardless of accents and case', async () => {
    await scene.t.call('PATCH', '/users/me', { token: scene.admin.token, json: { locale: 'en' } });
    const { body } = await send(
      [
        'Jour;Texte_FR;statut;langue_manquante;problème;-',
        '12/03/2036;un;Prêt;masquer;a;b',
        '1.4.2036;deux;PRET;autre langue;;',
        '2036-05-01;trois;ready;hide;;',
      ].join('\n'),
    );
    expect(body).toMatchObject({
      created: 3,
      errors: [],
      rows: [{ titles: { fr: 'un' } }, { titles: { fr: 'deux' } }, {}],
    });
    const { data } = (await call('GET', '?sort=day')).body;
    expect(body.rows.map(({ id }: { id: string }) => id)).toEqual(data.map(({ id }: { id: string }) => id));
    expect((await call('GET', '?sort=day')).body.data).toMatchObject([
      { day: '2036-03-12', status: 'ready', missing_locale: 'hide' },
      { day: '2036-04-01', status: 'ready', missing_locale: 'fallback' },
      { day: '2036-05-01', status: 'ready', missing_locale: 'hide' },
    ]);
  });

  it.each([
    [' Date ;TITRE;Texte;auteur;État;Langue manquante', '12/03/2036;Un;Deux;Trois;prêt;masquer', 'fr'],
    ['date,Title,TEXT,Author,Status,missing locale', '2036-03-12,Un,Deux,Trois,draft,hide', 'en'],
    ['Jour;Titre (EN);texte-en;Auteur EN;etat', '12/03/2036;Un;Deux;Trois;brouillon', 'en'],
    ['Jour;Titre français;Texte en français;Auteur français', '12/03/2036;Un;Deux;Trois', 'fr'],
    ['Day,English title,Body in English,English author', '2036-03-12,Un,Deux,Trois', 'en'],
  ])('recognises common headings: %s', async (headings, row, language) => {
    expect((await send(`${headings}\n${row}`)).body).toMatchObject({ created: 1, errors: [] });
    const {
      body: { data },
    } = await call('GET', '');
    expect(data).toMatchObject([
      { day: '2036-03-12', translations: { [language]: { title: 'Un', body: 'Deux', author: 'Trois' } } },
    ]);
  });

  it('imports the valid rows of a partial import and returns the rejected rows as sent', async () => {
    await onDay('2036-03-20');
    const csv = 'jour;texte_fr\n20/03/2036;pris\n21/03/2036;bon\n31/02/2036;faux\n22/03/2036;a;b';
    const { body } = await call('POST', 'import', { csv, dry_run: false, partial: true });
    expect(body).toMatchObject({
      count: 4,
      created: 1,
      headings: ['jour', 'texte_fr'],
      rows: [{ line: 3, day: '2036-03-21', titles: { fr: 'bon' } }],
      rejected: [
        { line: 2, cells: ['20/03/2036', 'pris'] },
        { line: 4, cells: ['31/02/2036', 'faux'] },
        { line: 5, cells: ['22/03/2036', 'a', 'b'] },
      ],
    });
    expect(Object.keys(await plan())).toEqual(['2036-03-20', '2036-03-21']);
  });

  it('exports exactly the selected messages, and refuses if one has gone to the trash', async () => {
    const one = await write({ day: '2036-03-12', translations: { fr: text('Un'), en: null } });
    await write({ day: '2036-03-13', translations: { fr: text('Deux'), en: null } });
    const three = await write({ day: '2036-03-14', translations: { fr: text('Trois'), en: null } });
    const selected = `export?ids=${one.id},${three.id}&sort=-day&expected_count=2`;
    await scene.t.call('PATCH', '/users/me', { token: scene.admin.token, json: { locale: 'fr' } });
    const { text: csv } = await call('GET', selected);
    expect(
      csv
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.slice(0, 10)),
    ).toEqual(['14/03/2036', '12/03/2036']);
    await call('DELETE', three.id);
    expect((await call('GET', selected)).body.code).toBe('count_changed');
  });

  it.each([
    ['fr', 'jour;titre_fr;', '12/03/2036;', 'prêt;masquer'],
    ['en', 'day,fr_title,', '2036-03-12,', 'ready,hide'],
  ])('imports a table exported in %s without loss', async (locale, headings, day, words) => {
    await scene.t.call('PATCH', '/users/me', { token: scene.admin.token, json: { locale } });
    const translations = { fr: text('=1+1\u202f; «\u00a0x\u00a0»'), en: text('-a; "b"\nc') };
    await write({ day: '2036-03-12', missing_locale: 'hide', translations });
    const { text: csv, headers } = await call('GET', 'export');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, ...rows] = csv.slice(1).split('\r\n');
    expect(heading).toMatch(new RegExp(`^${headings}`));
    expect(rows.join('\n')).toMatch(new RegExp(`^${day}[^]*${words}\n$`));
    await scene.t.db.execute(sql`delete from daily_messages`);
    expect((await send(csv)).body).toMatchObject({ created: 1, errors: [] });
    expect((await call('GET', '')).body.data).toMatchObject([
      { day: '2036-03-12', status: 'ready', missing_locale: 'hide', translations },
    ]);
  });
});
