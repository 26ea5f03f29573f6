/** True for an element into which text is typed, or whose options are chosen by typing. */
export const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('input:not([type="checkbox"]), textarea, select'));
