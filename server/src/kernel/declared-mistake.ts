/** A mistake in what is declared. Its words name the place to mend; where in the program it was noticed says nothing. */
export class DeclaredMistake extends Error {}

/** For the errors that nobody caught in a script: ends it, with the words alone of a mistake in a declaration. */
export function endWithWords(error: unknown): never {
  console.error(error instanceof DeclaredMistake ? error.message : error);
  process.exit(1);
}
