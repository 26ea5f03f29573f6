import { expect, it } from 'vitest';
import { dateParam, oneOf, readList, savedPart, textParam, uuidParam } from './list-state.ts';

const SPEC = { parse: () => ({}), sorts: ['name', 'created_at'], defaultSort: '-created_at' };
const read = (query: string) => readList(new URLSearchParams(query), SPEC);
const params = (value: string) => new URLSearchParams({ of: value });

it('reads the first page of 25 in the default order from an address without parameters', () => {
  expect(read('')).toMatchObject({ page: 1, size: 25, skip: 0, sort: '-created_at', after: undefined });
});

it.each([
  ['2', 2],
  ['9999999', 9_999_999],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['1e3', 1],
  ['10000000', 1],
  ['two', 1],
  ['', 1],
])('parses page “%s” of an address as page %i', (page, expected) => {
  expect(read(`page=${page}`).page).toBe(expected);
});

it.each([
  ['10', 10],
  ['25', 25],
  ['50', 50],
  ['100', 100],
  ['11', 25],
  ['1000', 25],
  ['x', 25],
])('parses size “%s” of an address as %i rows per page', (size, expected) => {
  expect(read(`size=${size}&page=3`)).toMatchObject({ size: expected, skip: 2 * expected });
});

it.each([
  ['name', 'name'],
  ['-name', '-name'],
  ['-created_at', '-created_at'],
  ['--name', '-created_at'],
  ['email', '-created_at'],
  ['', '-created_at'],
])('parses sort “%s” of an address as “%s”', (sort, expected) => {
  expect(read(`sort=${sort}`).sort).toBe(expected);
});

it('queries a page of a long list by the row before the page, or by its number', () => {
  expect(read('page=3&size=10').longPage).toEqual({ skip: 20, limit: 10, count_up_to: 10_000 });
  expect(read('page=3&size=10&after=a1').longPage).toEqual({ after: 'a1', limit: 10, count_up_to: 10_000 });
  // There is no row before the first page.
  expect(read('after=a1').longPage).toEqual({ skip: 0, limit: 25, count_up_to: 10_000 });
});

it('ignores unknown values of a filter', () => {
  expect(oneOf(params('draft'), 'of', ['draft', 'sent'])).toBe('draft');
  expect(oneOf(params('Draft'), 'of', ['draft', 'sent'])).toBeUndefined();
});

it('ignores dates that do not exist', () => {
  expect(dateParam(params('2028-02-29'), 'of')).toBe('2028-02-29');
  for (const date of ['2026-02-29', '29/02/2028', '2028-2-9', ''])
    expect(dateParam(params(date), 'of')).toBeUndefined();
});

it('ignores incomplete ids', () => {
  const id = '01900000-0000-7000-8000-000000000001';
  expect(uuidParam(params(id), 'of')).toBe(id);
  expect(uuidParam(params(id.slice(1)), 'of')).toBeUndefined();
});

it('trims a text and truncates it to 255 characters', () => {
  expect(textParam(params('  blue sky '), 'of')).toBe('blue sky');
  expect(textParam(params('   '), 'of')).toBeUndefined();
  expect(textParam(params('x'.repeat(300)), 'of')).toHaveLength(255);
});

it.each([
  ['', ''],
  ['page=2&size=10&after=x&unknown=1', ''],
  ['view=trash&sort=-name&kind=red&columns=b,a', 'columns=b%2Ca&kind=red&sort=-name&view=trash'],
  ['kind=green&sort=owner&search=%20', ''],
  ['search=%20red%20&kind=red&kind=blue', 'kind=red&search=red'],
])('keeps of the address “%s” in a saved view “%s”', (query, kept) => {
  const parse = (params: URLSearchParams) => ({
    search: textParam(params, 'search'),
    kind: oneOf(params, 'kind', ['red', 'blue']),
  });
  expect(savedPart({ ...SPEC, parse }, new URLSearchParams(query))).toBe(kept);
});
