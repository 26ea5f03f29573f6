import { expect, it } from 'vitest';
import { typesetFrench } from './french.ts';

const [N, F] = ['\u202f', '\u00a0'];
const EXAMPLES: [typed: string, typeset: string][] = [
  ["L'été : venez !", `L’été${F}: venez${N}!`],
  ['Qui vient?', `Qui vient${N}?`],
  ['Quoi ?! Vite', `Quoi${N}?! Vite`],
  ['Le "grand" soir', `Le «${F}grand${F}» soir`],
  ['« Bonjour »', `«${F}Bonjour${F}»`],
  ['«Bonjour»', `«${F}Bonjour${F}»`],
  ['10 % de 3 €, 100% ou 50€', `10${F}% de 3${F}€, 100% ou 50€`],
  ['À 16:42, porte 3', 'À 16:42, porte 3'],
  ['Voir https://agora.fr/a?b=1;c!', 'Voir https://agora.fr/a?b=1;c!'],
  ["Écrire à l'équipe: d'abord@agora.fr", "Écrire à l’équipe: d'abord@agora.fr"],
  [`L’été${N}: «${N}venez${N}»`, `L’été${F}: «${F}venez${F}»`],
  ['Un :) sourire', `Un${F}:) sourire`],
];

it.each(EXAMPLES)('typesets in French: %s', (typed, typeset) => {
  expect(typesetFrench(typed)).toBe(typeset);
  expect(typesetFrench(typeset)).toBe(typeset);
});

it('loses no letter of a French text and is idempotent', () => {
  const alphabet = ['a', 'é', '1', ' ', N, F, "'", '"', '«', '»', ';', ':', '!', '?', '@', '.', '%', '\n'];
  const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  let seed = 7;
  for (let round = 0; round < 20_000; round += 1) {
    let text = '';
    for (let length = 0; length < 9; length += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      text += alphabet[seed % alphabet.length];
    }
    const once = typesetFrench(text);
    expect(lettersOf(once)).toBe(lettersOf(text));
    expect([text, typesetFrench(once)]).toEqual([text, once]);
  }
});
