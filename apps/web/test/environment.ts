/** Browser features that jsdom lacks and the libraries of the page need. */

import { File } from 'node:buffer';

// React creates a console task for every element, which takes 5 % of the test time.
Reflect.deleteProperty(console, 'createTask');

// Node's `fetch` does not accept files and forms of jsdom.
const { constructor } = await new Response(new URLSearchParams()).formData();

class FormData extends (constructor as typeof globalThis.FormData) {
  // React passes the submitted form during a transition, which Node's constructor rejects; React does not
  // read it without an action.
  constructor(_form?: HTMLFormElement) {
    super();
  }
}
Object.assign(globalThis, { File, FormData });

class InertObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

const emptyRect = (): DOMRect => new DOMRect();

Object.assign(window, {
  ResizeObserver: InertObserver,
  IntersectionObserver: InertObserver,
  scrollTo: () => {},
  matchMedia: (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
});
Object.assign(Element.prototype, {
  checkVisibility: () => true,
  scrollIntoView: () => {},
  scrollTo: () => {},
  getAnimations: () => [],
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
  hasPointerCapture: () => false,
});
// A menu hides when its button is not visible, and a button without a size is not.
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 80, 24);
Object.defineProperties(Element.prototype, {
  clientWidth: { get: () => window.innerWidth, configurable: true },
  clientHeight: { get: () => window.innerHeight, configurable: true },
});
// The article editor measures its text.
Object.assign(Range.prototype, { getBoundingClientRect: emptyRect, getClientRects: () => [] });
document.elementFromPoint = () => null;
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => {};
