import type { Plugin } from 'vite';

/** Emits `build.json` with the build's id: open pages compare it with their own and offer a refresh. */
export function buildMark(buildId: string): Plugin {
  return {
    name: 'build-mark',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify({ buildId }) });
    },
  };
}
