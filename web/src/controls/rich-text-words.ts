import type { Text } from '@millwright/contract/kernel/text';
import { say, t } from '../kernel/language.tsx';
import { editorText as text } from '../locales/editor.ts';

/** Gives the editor's own English parts (lists, buttons, link box) the words of the interface language. */
export function nameParts(host: HTMLElement): void {
  for (const [selector, name] of Object.entries(NAMES)) {
    for (const part of host.querySelectorAll<HTMLElement>(`.ql-toolbar ${selector}`)) {
      part.title = t(name);
      part.setAttribute('aria-label', t(name));
    }
  }
  labelChoices(host, '.ql-header', (value) =>
    value ? say(text.heading, { n: value }) : t(text.paragraph),
  );
  labelChoices(host, '.ql-size', (value) => t(SIZES[value] ?? text.normal));
  for (const name of WORDS) host.style.setProperty(`--word-${name}`, JSON.stringify(t(text[name])));
}

/** The editor shows `data-label` of a choice in the place of its own word. */
function labelChoices(host: HTMLElement, list: string, word: (value: string) => string): void {
  const parts = host.querySelectorAll<HTMLElement>(
    `${list} .ql-picker-item, ${list} .ql-picker-label`,
  );
  for (const part of parts) part.dataset['label'] = word(part.dataset['value'] ?? '');
}

const WORDS = ['address', 'enter', 'edit', 'save', 'remove'] as const;

const SIZES: Readonly<Record<string, Text>> = {
  small: text.small,
  large: text.large,
  huge: text.huge,
};

const NAMES: Readonly<Record<string, Text>> = {
  '.ql-header .ql-picker-label': text.headings,
  '.ql-size .ql-picker-label': text.sizes,
  '.ql-color .ql-picker-label': text.colour,
  '.ql-background .ql-picker-label': text.ground,
  '.ql-align .ql-picker-label': text.align,
  '.ql-bold': text.bold,
  '.ql-italic': text.italic,
  '.ql-underline': text.underline,
  '.ql-strike': text.strike,
  '.ql-list[value=ordered]': text.ordered,
  '.ql-list[value=bullet]': text.bullet,
  '.ql-blockquote': text.quote,
  '.ql-link': text.link,
  '.ql-image': text.image,
  '.ql-video': text.video,
  '.ql-clean': text.clean,
};
