/** What browsers have and jsdom lacks, as far as the libraries of the page ask for it. */

import { File } from 'node:buffer';

// React names a task for every element where it can, which takes a twentieth of the time of the tests.
Reflect.deleteProperty(console, 'createTask');

// Node's `fetch` sends no files and forms of jsdom.
const { constructor } = await new Response(new URLSearchParams()).formData();

class FormData extends (constructor as typeof globalThis.FormData) {
  // React passes the form of a submit during a transition, which Node's refuses; it reads nothing of it without an action.
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
// A menu hides when the button that it belongs to is out of sight, as one without a size is.
Element.prototype.getBoundingClientRect = () => new DOMRect(8, 8, 80, 24);
Object.defineProperties(Element.prototype, {
  clientWidth: { get: () => window.innerWidth, configurable: true },
  clientHeight: { get: () => window.innerHeight, configurable: true },
});
// The editor of articles measures its text.
Object.assign(Range.prototype, { getBoundingClientRect: emptyRect, getClientRects: () => [] });
document.elementFromPoint = () => null;
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => {};
