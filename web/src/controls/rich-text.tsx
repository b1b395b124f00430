import { editor } from '@millwright/contract/constants';
import Quill from 'quill';
import 'quill/dist/quill.snow.css';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { t } from '../kernel/language.tsx';
import { controlText as text } from '../locales/controls.ts';
import { nameParts } from './rich-text-words.ts';
import './rich-text.css';

const VideoDialog = lazy(() =>
  import('./video-dialog.tsx').then((module) => ({ default: module.VideoDialog })),
);

/** The editor for instructions and demands: headings 1 to 6, four sizes, lists, links, pictures, videos. HTML in and out. */
export default function RichText({
  value,
  onChange,
  readOnly,
}: {
  value: string;
  onChange: (html: string) => void;
  readOnly?: boolean;
}) {
  const place = useRef<HTMLDivElement>(null);
  const quill = useRef<Quill | null>(null);
  const changed = useRef(onChange);
  const [askingVideo, setAskingVideo] = useState(false);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => {
    const host = place.current;
    if (!host) return undefined;
    const made = make(host, () => setAskingVideo(true));
    quill.current = made;
    made.on('text-change', () =>
      changed.current(made.getLength() > 1 ? made.getSemanticHTML() : ''),
    );
    return () => {
      quill.current = null;
      host.replaceChildren();
    };
  }, []);
  useEffect(() => {
    const made = quill.current;
    if (made && value !== made.getSemanticHTML() && !made.hasFocus())
      made.setContents(made.clipboard.convert({ html: value }), 'silent');
    made?.enable(!readOnly);
  }, [value, readOnly]);
  return (
    <div className="rich-text">
      <div ref={place} />
      {askingVideo && (
        <Suspense>
          <VideoDialog
            onClose={() => setAskingVideo(false)}
            onInsert={(address) => {
              setAskingVideo(false);
              const at = quill.current?.getSelection(true).index ?? 0;
              quill.current?.insertEmbed(at, 'video', address, 'user');
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

const SIZES = editor.sizes.map((size) => (size === 'normal' ? false : size));

function make(host: HTMLElement, askVideo: () => void): Quill {
  const area = host.appendChild(document.createElement('div'));
  const made = new Quill(area, {
    theme: 'snow',
    modules: {
      toolbar: {
        container: [
          [{ header: [...editor.headings, false] }, { size: SIZES }],
          ['bold', 'italic', 'underline', 'strike', { color: [] }, { background: [] }],
          [{ list: 'ordered' }, { list: 'bullet' }, { align: [] }, 'blockquote'],
          ['link', 'image', 'video', 'clean'],
        ],
        handlers: { video: askVideo },
      },
    },
  });
  made.root.setAttribute('aria-label', t(text.content));
  nameParts(host);
  return made;
}
