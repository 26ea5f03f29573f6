import { expect, it } from 'vitest';
import { leadsSomewhere } from './article-links.ts';

it.each([
  'https://agora.fr/agenda',
  'http://www.agora.fr',
  'mailto:contact@agora.fr',
  'tel:+33142000000',
  'agora://news/opening',
])('%s leads somewhere', (href) => expect(leadsSomewhere(href)).toBe(true));

it.each(['https://agenda', 'https://localhost:3000', 'https://www.example.com', 'mailto:', 'tel:', 'agenda'])(
  '%s leads nowhere',
  (href) => expect(leadsSomewhere(href)).toBe(false),
);
