import { expect, it } from 'vitest';
import { escapeFormulas, unescapeFormulas } from './formulas.ts';

const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

it.each(signs)('escapes %s at the start of a cell and after each separator', (sign) => {
  expect(escapeFormulas(`${sign}1`)).toBe(`'${sign}1`);
  expect(escapeFormulas(`a;${sign}1,${sign}2 ${sign}3${sign}4`)).toBe(
    `a;'${sign}1,'${sign}2 ${sign}3${sign}4`,
  );
  expect(escapeFormulas(`a\t${sign}1`)).toBe(`a\t'${sign}1`);
  expect(escapeFormulas(`\t${sign}1`)).toBe(`'\t'${sign}1`);
});

it.each(['a;b', 'a, =1', '1=2', "'quoted", '"=1"', 'a\n- b', ''])('leaves %j unchanged', (cell) => {
  expect(escapeFormulas(cell)).toBe(cell);
});

it.each(['=1', ';=1', 'a,-1;@b', '\t=1', '\r=1', 'a', "'b"])('reverts the escaping of %j', (cell) => {
  expect(unescapeFormulas(escapeFormulas(cell))).toBe(cell);
});
