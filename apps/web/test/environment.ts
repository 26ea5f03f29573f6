/** What browsers have and jsdom lacks, as far as the libraries of the page ask for it. */

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

const noRect = (): DOMRect => new DOMRect();

Object.assign(window, {
  ResizeObserver: NoObserver,
  IntersectionObserver: NoObserver,
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
  scrollIntoView: () => {},
  scrollTo: () => {},
  getAnimations: () => [],
  setPointerCapture: () => {},
  releasePointerCapture: () => {},
  hasPointerCapture: () => false,
});
// The editor of articles measures its text.
Object.assign(Range.prototype, { getBoundingClientRect: noRect, getClientRects: () => [] });
document.elementFromPoint = () => null;
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
URL.createObjectURL = () => 'blob:test';
URL.revokeObjectURL = () => {};
