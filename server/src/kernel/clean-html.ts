import { createRequire } from 'node:module';
import type sanitize from 'sanitize-html';
import { unsignHtml } from './files/sign.ts';

/**
 * Formatted text reduced to what the editor makes (headings, lists, sizes, colours, links, pictures, films); scripts,
 * handlers, frames and foreign addresses are dropped, signatures of stored files taken off.
 */
export function cleanHtml(html: string): string {
  library ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitize;
  return library(unsignHtml(html), RULES);
}

/** Some 15 MB of parsers of pages and styles: brought with the first formatted text, and at once, since rows wait for it. */
let library: typeof sanitize | undefined;

const COLOUR = [
  /^#[0-9a-f]{3,8}$/i,
  /^rgba?\([\d\s.,%]+\)$/i,
  /^[a-z]{3,20}$/i,
  /^var\(--[a-z0-9-]+\)$/,
];

const RULES: sanitize.IOptions = {
  allowedTags:
    'h1 h2 h3 h4 h5 h6 p br span blockquote pre code strong b em i u s sub sup ol ul li a img video'.split(
      ' ',
    ),
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    video: ['src', 'controls', 'preload'],
    li: ['data-list'],
    '*': ['style'],
  },
  allowedClasses: { '*': [/^ql-(size|align|indent|direction|video)(-[a-z0-9]+)?$/] },
  allowedStyles: { '*': { color: COLOUR, 'background-color': COLOUR } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'], video: ['https'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'img' || tag === 'video') && (attribs.src ?? '') === '',
};
