import {
  array,
  boolean,
  enum as oneOf,
  int,
  ipv4,
  ipv6,
  iso,
  literal,
  looseObject,
  number,
  object,
  optional,
  preprocess,
  record,
  strictObject,
  string,
  union,
  unknown,
} from 'zod';
import { giveZod } from '../kernel/zod-given.ts';

// Imported for its effect by what judges drafts: forms, dialogs with fields, mappings. What the declarations make
// schemas with is named one by one, since the whole of zod with its languages is three times as large.
giveZod({
  array,
  boolean,
  enum: oneOf,
  int,
  ipv4,
  ipv6,
  iso,
  literal,
  looseObject,
  number,
  object,
  optional,
  preprocess,
  record,
  strictObject,
  string,
  union,
  unknown,
});
