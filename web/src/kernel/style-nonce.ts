/** The nonce that the server put into this page for style elements; empty in development. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

/**
 * Gives the nonce to every style element that a script of ours creates. Some parts of the component library
 * (scroll-bar measuring, scroll locking) forget it, and the content security policy would refuse their styles.
 * Styles that arrive in markup get none and stay refused.
 */
export function giveStylesTheNonce(): void {
  if (styleNonce === '') return;
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = styleNonce;
    return element;
  };
}
