export type DictionaryType = string;
