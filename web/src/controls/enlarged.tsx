import { useState } from 'react';
import { say } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { controlText as text } from '../locales/controls.ts';
import './enlarged.css';

const PictureView = later(() => import('./picture-view.tsx'));

interface EnlargedProps {
  readonly src: string;
  /** Of the small picture, in px. */
  readonly height: number;
  readonly alt: string;
}

/** A small picture that a click shows large; the viewer is brought with the first click. */
export function Enlarged({ src, height, alt }: EnlargedProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="enlarged"
        title={say(text.enlarge, { name: alt })}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <img src={src} height={height} alt={alt} loading="lazy" />
      </button>
      {open && <PictureView src={src} alt={alt} onClose={() => setOpen(false)} />}
    </>
  );
}
