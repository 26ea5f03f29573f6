import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Highlight } from './highlight.tsx';

const marksOf = (text: string, search?: string) => {
  const { container } = render(<Highlight text={text} search={search} />);
  expect(container).toHaveTextContent(text, { normalizeWhitespace: false });
  return [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
};

it.each([
  ['nothing without a search', 'Zoé Lefèvre', undefined, []],
  ['a part of a word', 'Zoé Lefèvre', 'fev', ['fèv']],
  ['letters whatever their accents and case', 'ÉDOUARD Vauquelin', 'edouard', ['ÉDOUARD']],
  ['words in any order', 'Édouard Vauquelin', 'vauquelin edouard', ['Édouard', 'Vauquelin']],
  ['each occurrence', 'tea and tea', 'tea', ['tea', 'tea']],
  ['words that touch as one', 'teapot', 'tea pot', ['teapot']],
  ['a word with two letters exchanged', 'Pot de Vauquelin', 'vauqeulin', ['Vauquelin']],
  ['a word with a letter too many', 'Camille', 'Camillle', ['Camille']],
  ['a word with another letter', 'Camille', 'Canille', ['Camille']],
  ['no short word with a typo', 'tea', 'tee', []],
  ['no word with two typos', 'Camille', 'Canilla', []],
  ['no word with a letter more and one less', 'Merci Mérimée', 'merim', ['Mérim']],
  ['no word with a letter more and one less, alone', 'Merci', 'merim', []],
  ['nothing that was not found', 'Camille', 'zzz', []],
  ['emoji as one character', 'a 👩‍👩‍👧 tea', 'tea', ['tea']],
])('marks %s', (_, text, search, marks) => expect(marksOf(text, search)).toEqual(marks));
