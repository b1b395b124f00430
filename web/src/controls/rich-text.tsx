import { editor } from '@millwright/contract/constants';
import { fileEndings } from '@millwright/contract/kernel/file-endings';
import Quill from 'quill';
import 'quill/dist/quill.snow.css';
import { useEffect, useRef, useState } from 'react';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { uploadFile } from '../kernel/upload.ts';
import { controlText as text } from '../locales/controls.ts';
import { readColours } from './rich-text-colours.ts';
import './rich-text-video.ts';
import { nameParts } from './rich-text-words.ts';
import './rich-text.css';

const VideoDialog = later(async () => ({
  default: (await import('./video-dialog.tsx')).VideoDialog,
}));

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
    made.on('text-change', () => changed.current(htmlOf(made)));
    return () => {
      quill.current = null;
      host.replaceChildren();
    };
  }, []);
  useEffect(() => {
    const made = quill.current;
    if (made && value !== htmlOf(made) && !made.hasFocus())
      made.setContents(made.clipboard.convert({ html: value }), 'silent');
    made?.enable(!readOnly);
  }, [value, readOnly]);
  return (
    <div className="rich-text">
      <div ref={place} />
      {askingVideo && (
        <VideoDialog
          onClose={() => setAskingVideo(false)}
          onInsert={(address) => {
            setAskingVideo(false);
            const at = quill.current?.getSelection(true).index ?? 0;
            quill.current?.insertEmbed(at, 'video', address, 'user');
          }}
        />
      )}
    </div>
  );
}

/** The text as HTML, empty when there is nothing. Quill writes every space as one that does not break; single ones do. */
function htmlOf(quill: Quill): string {
  const { ops } = quill.getContents();
  if (ops.every(({ insert }) => typeof insert === 'string' && insert.trim() === '')) return '';
  return quill.getSemanticHTML().replaceAll(/(?<!&nbsp;|>)&nbsp;(?!&nbsp;|<)/g, ' ');
}

/** Pictures are stored as files; Quill alone would write them whole into the text. */
async function insertPictures(quill: Quill, at: number, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      quill.insertEmbed(at, 'image', await uploadFile(file, 'image'), 'user');
    } catch {
      // The call has said why.
    }
  }
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
      uploader: {
        mimetypes: fileEndings.image.map((ending) => `image/${ending}`),
        handler(this: { quill: Quill }, range: { index: number }, files: readonly File[]) {
          void insertPictures(this.quill, range.index, files);
        },
      },
    },
  });
  made.root.setAttribute('role', 'textbox');
  made.root.setAttribute('aria-multiline', 'true');
  made.root.setAttribute('aria-label', t(text.content));
  readColours(made);
  nameParts(host);
  return made;
}
