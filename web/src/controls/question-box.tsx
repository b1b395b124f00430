import { useEffect, useRef } from 'react';
import { openQuestion } from '../kernel/confirm.ts';
import { useFocusBack } from '../kernel/focus-back.ts';
import { useStore } from '../kernel/store.ts';

/** The box of the open question; Esc means no, and the focus begins on no: what is lost is lost on purpose. */
export function QuestionBox() {
  const question = useStore(openQuestion);
  const box = useRef<HTMLDialogElement>(null);
  useFocusBack(question !== null);
  useEffect(() => {
    if (question) box.current?.showModal();
  }, [question]);
  if (!question) return null;
  return (
    <dialog
      ref={box}
      className="question"
      aria-labelledby="question-title"
      onCancel={(event) => {
        event.preventDefault();
        question.answer(false);
      }}
    >
      <h2 id="question-title">{question.title}</h2>
      <p>{question.text}</p>
      <footer>
        <button type="button" className="btn" onClick={() => question.answer(false)}>
          {question.cancel}
        </button>
        <button
          type="button"
          className={question.danger ? 'btn btn-danger' : 'btn btn-primary'}
          onClick={() => question.answer(true)}
        >
          {question.confirm}
        </button>
      </footer>
    </dialog>
  );
}
