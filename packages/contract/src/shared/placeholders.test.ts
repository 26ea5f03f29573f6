import { describe, expect, it } from 'vitest';
import {
  bodyFor,
  fillIn,
  hasPlaceholder,
  placeholderWithoutFallback,
  unknownPlaceholder,
} from './placeholders.ts';

describe('placeholders', () => {
  it.each([
    '{prénom}',
    '{prenom}',
    '{Prénom}',
    '{PRÉNOM}',
    '{ prénom }',
    '{\u00A0prénom\u00A0}',
    '{{prénom}}',
    '{{ Prenom }}',
    '{pre\u0301nom}',
    '{first_name}',
    '{First name}',
    '{first-name}',
    '{firstname}',
    '{{FIRST_NAME}}',
  ])('inserts the first name for %s', (placeholder) => {
    expect(fillIn(`Bonjour ${placeholder}, merci.`, ' Éloïse  Martin')).toBe('Bonjour Éloïse, merci.');
    expect(fillIn(`Bonjour ${placeholder}, merci.`, null)).toBe('Bonjour, merci.');
    expect(unknownPlaceholder(`Bonjour ${placeholder}, merci.`)).toBeUndefined();
  });

  it.each([
    ['Bonjour {nom}.', '{nom}'],
    ['Bonjour {{nom}}.', '{{nom}}'],
    ['Bonjour {{prénom}.', '{.'],
    ['Bonjour {prénom}}.', '}'],
    ['Bonjour {prénom.', '{prénom.'],
    ['Bonjour {}.', '{}'],
    ['Bonjour {prénom} de {ville}', '{ville}'],
    ['Bonjour {prénom nom}', '{prénom nom}'],
  ])('finds in “%s” the unknown placeholder %s', (text, placeholder) => {
    expect(unknownPlaceholder(text)).toBe(placeholder);
  });

  it('uses the fallback for members without a first name', () => {
    for (const text of ['Bonjour {prénom|cher membre} !', 'Bonjour {{ Prenom | cher membre }} !']) {
      expect(fillIn(text, 'Ada Lovelace')).toBe('Bonjour Ada !');
      expect(fillIn(text, ' ')).toBe('Bonjour cher membre !');
      expect([unknownPlaceholder(text), placeholderWithoutFallback(text)]).toEqual([undefined, undefined]);
    }
    expect(fillIn('{first_name|A|B}', null)).toBe('A|B');
    expect(unknownPlaceholder('Bonjour {nom|cher membre}')).toBe('{nom|cher membre}');
  });

  it('finds a placeholder without a fallback', () => {
    expect(placeholderWithoutFallback('{prénom|toi} et {first_name}')).toBe('{first_name}');
    expect(placeholderWithoutFallback('Bonjour {prénom| }')).toBe('{prénom| }');
    expect(placeholderWithoutFallback('Bonjour {nom}')).toBeUndefined();
  });

  it('tells a text with a placeholder from other texts in braces', () => {
    expect(['{prénom|toi}', '{first_name}', '{nom}', 'prénom'].map(hasPlaceholder)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('ignores unknown names in braces', () => {
    expect(fillIn('Bonjour {prénom}', '{first_name} x')).toBe('Bonjour {first_name}');
  });

  it('uses the text in the default language if the text of a language consists of only a name', () => {
    const reader = { locale: 'en', full_name: 'Ada' } as const;
    expect(bodyFor({ fr: 'Merci {prénom}', en: '{first_name}' }, reader, 'fr')).toBe('Merci Ada');
    expect(bodyFor({ fr: 'Merci', en: 'Thanks {first name}' }, reader, 'fr')).toBe('Thanks Ada');
  });
});
