import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { say, t } from '../kernel/language.tsx';
import { shellText } from '../locales/shell.ts';

/** Catches the error of one page, so that the shell and the other pages stay alive. */
export class PageBoundary extends Component<{ children: ReactNode }, { id: string | null }> {
  override state: { id: string | null } = { id: null };

  static getDerivedStateFromError(): { id: string } {
    return { id: Date.now().toString(36).toUpperCase() };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // The number on screen leads to this line of the console.
    console.error(`Page error ${this.state.id}`, error, info.componentStack);
  }

  override render(): ReactNode {
    if (this.state.id === null) return this.props.children;
    return (
      <div className="notice-page" role="alert">
        <p>{say(shellText.pageError, { id: this.state.id })}</p>
        <button type="button" className="btn" onClick={() => this.setState({ id: null })}>
          {t(shellText.retry)}
        </button>
      </div>
    );
  }
}
