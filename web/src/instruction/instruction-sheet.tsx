import { fieldOf } from '@millwright/contract/kernel/entity';
import { instruction } from '@millwright/contract/system/instruction';
import { FormattedText } from '../controls/formatted-text.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { PLAYABLE } from '../kernel/video-rules.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { instructionText as text } from '../locales/instruction.ts';
import './instruction.css';

/** Title of a version in the reader's language. */
export function instructionTitle(row: EntityRow): string {
  return titled(wordOf(row['title']), wordOf(row['titleEn']) || wordOf(row['title']));
}

/** `V3 · effective from 2025-11-06`. */
export function instructionLine(row: EntityRow): string {
  const day = wordOf(row['effectiveFrom']);
  const version = say(text.version, { n: Number(row['version']) });
  return day ? `${version} · ${say(text.effective, { day })}` : version;
}

/** What a version tells: film, text, attachments. */
export function InstructionSheet({ row }: { row: EntityRow }) {
  const content = wordOf(row['content']);
  const video = wordOf(row['video']);
  const attachments = row['attachments'];
  const none = Array.isArray(attachments) && attachments.length === 0;
  if (!content && !video && none) return <p className="pane-empty">{t(text.noContent)}</p>;
  return (
    <div className="instruction-sheet">
      {video && <Film address={video} />}
      {content && <FormattedText html={content} />}
      {!none && (
        <section>
          <h3>{t(text.attachments)}</h3>
          <FilesCell field={FILES} value={attachments} />
        </section>
      )}
    </div>
  );
}

/** Played here when it can be; a page of another house is a link. */
function Film({ address }: { address: string }) {
  if (PLAYABLE.test(address) && /\.mp4(\?|$)/i.test(address))
    return <video src={address} controls preload="metadata" />;
  return (
    <p>
      <a href={address} target="_blank" rel="noreferrer">
        {t(text.openVideo)}
      </a>
    </p>
  );
}

const FILES = fieldOf(instruction, 'attachments');
const FilesCell = viewOf(FILES).Cell;

function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
