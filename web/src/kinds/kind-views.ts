import type { AnyField } from '@millwright/contract/kernel/field';
import { choiceView } from './choice.tsx';
import { choicesView } from './choices.tsx';
import { clockView } from './clock.tsx';
import { dayView } from './day.tsx';
import { decimalView } from './decimal.tsx';
import { dictionaryView } from './dictionary.tsx';
import { filesView } from './files.tsx';
import { flagView } from './flag.tsx';
import { imageView } from './image.tsx';
import { instantView } from './instant.tsx';
import { integerView } from './integer.tsx';
import { jsonView } from './json.tsx';
import { registeredView, registerViews } from './kind-registry.ts';
import type { KindView } from './kind-view.ts';
import { passwordView } from './password.tsx';
import { refView } from './ref.tsx';
import { refsView } from './refs.tsx';
import { richTextView } from './rich-text.tsx';
import { rowsView } from './rows.tsx';
import { shownView } from './shown.tsx';
import { textView } from './text.tsx';

/** The view of a field's kind; throws on a kind without one. */
export function viewOf(field: AnyField): KindView {
  return registeredView(field);
}

const views: Readonly<Record<string, KindView<never>>> = {
  choice: choiceView,
  choices: choicesView,
  clock: clockView,
  day: dayView,
  decimal: decimalView,
  dictionary: dictionaryView,
  files: filesView,
  flag: flagView,
  image: imageView,
  instant: instantView,
  integer: integerView,
  json: jsonView,
  password: passwordView,
  ref: refView,
  refs: refsView,
  richText: richTextView,
  rows: rowsView,
  shown: shownView,
  text: textView,
};

registerViews(views);
