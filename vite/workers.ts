import {build, type ConfigEnv, type Plugin} from 'vite'
import {catalogueTexts} from './startingTexts.ts'

/** Builds each service worker into one file beside the pages, as its path must stay the same. */
export const workers: Plugin = {
  name: 'workers',
  apply: (_: unknown, {command}: ConfigEnv) => command === 'build',
  async closeBundle() {
    for (const name of ['playerWorker', 'pushWorker'])
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: {OFFLINE_TEXTS: JSON.stringify(catalogueTexts(({offline}) => offline))},
        build: {
          outDir: 'dist/client',
          emptyOutDir: false,
          target: 'es2022',
          modulePreload: {polyfill: false},
          rolldownOptions: {input: `src/${name}.ts`, output: {entryFileNames: '[name].js'}},
        },
      })
  },
}
