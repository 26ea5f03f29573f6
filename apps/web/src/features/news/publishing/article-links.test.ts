import { expect, it } from 'vitest';
import { isComplete } from './article-links.ts';

it.each([
  'https://agora.fr/agenda',
  'http://www.agora.fr',
  'https://www.example.com',
  'mailto:contact@agora.fr',
  'tel:+33142000000',
  'agora://news/opening',
])('accepts %s as a complete address', (href) => expect(isComplete(href)).toBe(true));

it.each(['https://agenda', 'https://localhost:3000', 'mailto:', 'tel:', 'agenda'])(
  'rejects %s as an incomplete address',
  (href) => expect(isComplete(href)).toBe(false),
);
