import Quill from 'quill';
import { BlockEmbed } from 'quill/blots/block.js';
import { PLAYABLE } from '../kernel/video-rules.ts';

/**
 * A film in a formatted text: the browser's own player instead of Quill's frame, which the content policy refuses.
 * Quill writes its own format as a link, so that a film would be lost when the text is opened again; this one
 * writes what it reads.
 */
class Film extends BlockEmbed {
  static override blotName = 'video';
  static override className = 'ql-video';
  static override tagName = 'VIDEO';

  static override create(address: unknown): HTMLElement {
    const film = super.create(address) as HTMLVideoElement;
    film.controls = true;
    film.preload = 'metadata';
    if (typeof address === 'string' && PLAYABLE.test(address)) film.src = address;
    return film;
  }

  static override value(film: Element): string | null {
    return film.getAttribute('src');
  }

  html(): string {
    return this.domNode.outerHTML;
  }
}

Quill.register('formats/video', Film, true);
