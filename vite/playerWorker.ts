import {build, type ConfigEnv, type Plugin} from 'vite'

/** Builds the player's service worker into one file beside the page, as its path must stay the same. */
export const playerWorker: Plugin = {
  name: 'player-worker',
  apply: (_: unknown, {command}: ConfigEnv) => command === 'build',
  async closeBundle() {
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: {polyfill: false},
        rolldownOptions: {input: 'src/playerWorker.ts', output: {entryFileNames: '[name].js'}},
      },
    })
  },
}
