import { useEffect, useRef } from 'react';
import { coloursIn } from './rich-text-colours.ts';
import './formatted-text.css';

/**
 * A formatted text to read, as the editor made it. The server has cleaned it; it is built as nodes, and its colours are
 * set one by one, because the content policy refuses styles that arrive in markup.
 */
export function FormattedText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parsed = new DOMParser().parseFromString(html, 'text/html').body;
    for (const node of parsed.querySelectorAll<HTMLElement>('[style]')) {
      const { color, background } = coloursIn(node.getAttribute('style') ?? '');
      node.removeAttribute('style');
      if (color) node.style.color = color;
      if (background) node.style.backgroundColor = background;
    }
    for (const link of parsed.querySelectorAll('a')) {
      link.target = '_blank';
      link.rel = 'noreferrer';
    }
    place.current?.replaceChildren(...parsed.childNodes);
  }, [html]);
  return <div ref={place} className="formatted-text" />;
}
