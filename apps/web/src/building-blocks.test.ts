import { expect, it } from 'vitest';

/** The sources of the features, by their paths. */
const sources = Object.entries(
  import.meta.glob<string>(['./features/**/*.{ts,tsx}', '!./**/*.test.*'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

/** The files whose source has the one, but not the other. */
const filesWith = (one: RegExp, other?: RegExp): string[] =>
  sources.filter(([, source]) => one.test(source) && !other?.test(source)).map(([path]) => path);

it('builds every list from the shared list block', () => {
  const [state, frame] = [/\buseListState\(/, /<List(Frame|Table)\b/];
  expect(filesWith(state).length).toBeGreaterThan(7);
  expect(filesWith(state, frame)).toEqual([]);
  expect(filesWith(/<(ListFrame|ListTable|DataTable|SelectionBar)\b/, state)).toEqual([]);
  expect(filesWith(/\bPagination\b|@tanstack\/react-table|\buseReactTable\b/)).toEqual([]);
});

it('submits every form with the shared form block', () => {
  const form = /<form\b|component="form"/;
  expect(filesWith(form).length).toBeGreaterThan(15);
  expect(filesWith(form, /\b(useSubmit|useSubmitWithToast|useVersionedForm|useNewForm|editing)\b/)).toEqual(
    [],
  );
});

it('submits the fields of every dialog with the shared form block', () => {
  // The first two only return their texts; nothing of what is typed in the third is sent.
  const exceptions = [
    'news/editing/text-modal.tsx',
    'news/editing/picture-modal.tsx',
    'broadcasts/sending/dispatch-dialog.tsx',
  ];
  expect(filesWith(/\buseForm\(/, /\b(useSubmit|useSubmitWithToast)\(/).toSorted()).toEqual(
    exceptions.map((path) => `./features/${path}`).toSorted(),
  );
});
