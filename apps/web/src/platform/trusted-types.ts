interface TrustedTypePolicies {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown;
}

/**
 * Allows text without markup as HTML: without `<` an HTML parser creates only text. Mantine writes the style
 * sheets of responsive components this way. The browser refuses and reports values for which this returns
 * null (https://w3c.github.io/trusted-types/dist/spec/#default-policy-hdr).
 */
export function refuseMarkup(): void {
  (window as { trustedTypes?: TrustedTypePolicies }).trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}
