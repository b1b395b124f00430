/** Why a file was not taken, at the field that it was chosen for. */
export function FileProblem({ id, problem }: { id: string; problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <div className="form-problem" id={`${id}-file-problem`} role="alert">
      {problem}
    </div>
  );
}
