import { lockPassword as limits } from '@millwright/contract/constants';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useFocusBack } from '../kernel/focus-back.ts';
import { say, t } from '../kernel/language.tsx';
import { updateLockPassword } from '../kernel/lock-calls.ts';
import { sendOnEnter, useRest } from '../kernel/rest.ts';
import { showToast } from '../kernel/toast.ts';
import { useWork } from '../kernel/work.ts';
import { kernelText } from '../locales/kernel.ts';
import { shellText as text } from '../locales/shell.ts';

/** Asks for a new lock-screen password; the success message names it, as the specification wants. */
export function LockPasswordPrompt({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const [resting, rest] = useRest();
  const { busy, run } = useWork();
  const box = useRef<HTMLDialogElement>(null);
  useFocusBack();
  useEffect(() => box.current?.showModal(), []);
  async function submit(event: FormEvent) {
    event.preventDefault();
    rest();
    if (typed.length < limits.min || typed.length > limits.max)
      return setProblem(t(text.lockPasswordRule));
    await run(async () => {
      await updateLockPassword(typed);
      onClose();
      showToast('success', say(text.lockPasswordDone, { password: typed }));
    });
  }
  return (
    <dialog ref={box} className="question" aria-labelledby="lock-title" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} onKeyDown={sendOnEnter}>
        <h2 id="lock-title">{t(text.lockPassword)}</h2>
        <label className="field prompt-field">
          {t(text.lockPasswordAsk)}
          <span className="field-box">
            <input
              type="password"
              autoFocus
              autoComplete="new-password"
              maxLength={limits.max}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </span>
          <span className="field-problem" role="alert">
            {problem}
          </span>
        </label>
        <footer>
          <button type="button" className="btn" onClick={onClose}>
            {t(kernelText.cancel)}
          </button>
          <button type="submit" className="btn btn-primary" disabled={busy || resting}>
            {t(kernelText.ok)}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
