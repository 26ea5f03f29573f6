import { expect, it } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { Initials } from './initials.tsx';

it.each([
  ['Éloïse Saint-Exupéry', 'ÉS'],
  ['Jean-Paul Durand', 'JD'],
  ['Charles de Gaulle', 'CG'],
  ['Zoé', 'Z'],
  ['zoe.lefevre@example.com', 'ZL'],
])('shows the initials of %s', (name, initials) => {
  const { container } = renderPart(<Initials name={name} />);
  expect(container.querySelector('[data-drawn]')).toHaveAttribute('data-drawn', initials);
});
