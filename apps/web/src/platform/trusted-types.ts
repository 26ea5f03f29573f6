interface TrustedTypePolicies {
  createPolicy: (name: string, rules: { createHTML: (text: string) => string | null }) => unknown;
}

/**
 * Lets a text become the content of an element where it holds no markup: without `<` an HTML parser makes nothing but
 * text. Mantine writes the style sheets of responsive components so. What gets null here, the browser refuses and
 * reports (https://w3c.github.io/trusted-types/dist/spec/#default-policy-hdr).
 */
export function refuseMarkup(): void {
  (window as { trustedTypes?: TrustedTypePolicies }).trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}
